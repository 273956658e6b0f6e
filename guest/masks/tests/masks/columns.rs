//! The values below the name of a secret in a table are masked.

use crate::support::{Random, mask, mask_in_pieces};
use readroom_masks::ValueFormat;

/// Asserts that `§` in a table is masked, whatever pieces it is passed in, and nothing else.
fn assert_masked(table: &str, value: &str) {
    let text = table.replace('§', value);
    let expected = table.replace('§', "«redacted: secret»");
    assert_eq!(mask(ValueFormat::Plain, &text), expected);
    assert_eq!(mask(ValueFormat::Plain, &expected), expected);
    assert_eq!(mask_in_pieces(ValueFormat::Plain, &text, 7, &mut Random(51)), expected);
}

#[test]
fn values_of_a_column_are_masked() {
    for table in [
        "id,user,token\n1,a,§\n2,\"b, c\",\"§\"\r\n",
        "\"Name\",\"Api Key\",\"Note\"\n\"a\",\"§\",\"x\"",
        "user\tsecret\na\t§\nb\t§",
        "user;client_secret;n\na;§;1",
        "user,secretKey\na,§",
        "SECRET_KEY,tokens\n§,§",
        "user,Password (initial),n\na,§,1",
        "| User/Password | n |\n|---|---|\n| § | 1 |",
        "Token / User\tn\n§\t1",
        "text\n\n| name | token |\n|---|---|\n| a | `§` |\n",
        "a,b\n1,2\ntoken,b\n§,2",
        "|  | A | B |\n|---|---|---|\n| 1 | User | Password |\n| 2 | me | § |",
        "|  | A | B | C | D |\n| 1 | A list |\n| 3 | User | Password |  | x |\n| 4 | me | § |",
        "| 1 |  | User | Password |\n| 2 |  | me | § |\n| 4 |  | me | `§` |",
        "COPY public.users (id, token) FROM stdin;\n1\t§\n2\t§\n\\.",
        "INSERT INTO `t` (`id`, `token`) VALUES (1, '§'), (2, '§');",
        "insert into t (id, token) values\n(1, '§'),\n(2, '§');",
    ] {
        assert_masked(table, "c7Xq4mZ9pL2vT8kR3w");
    }
}

#[test]
fn a_password_in_a_column_need_not_be_random() {
    assert_masked("user,password\nbob,§\namy,none\njoe,\nann,§", "tr0ub4dor&3");
    assert_masked("INSERT INTO t (user, pwd) VALUES ('bob', '§');", "kitten99");
}

#[test]
fn other_text_is_kept() {
    for text in [
        "user,token\nbob,the\namy,«redacted: secret»",
        "| plan | password |\n|---|---|\n| free | no |\n| paid | yes, 2 |",
        "user, password = read()\na, c7Xq4mZ9pL2vT8kR3w",
        "name,token\n\na,c7Xq4mZ9pL2vT8kR3w",
        "read (a, password)\na, c7Xq4mZ9pL2vT8kR3w",
        "name,tokens_path\na,c7Xq4mZ9pL2vT8kR3w",
        "a,token\nc7Xq4mZ9pL2vT8kR3w,b\nx,c7Xq4mZ9pL2vT8kR3w,y",
        "password,token",
        "| 1 | User | Password |\n| 2 | c7Xq4mZ9pL2vT8kR3w | x |\n| 3 | c7Xq4mZ9pL2vT8kR3w |",
        "| 1 | Token | 12 |\n| 2 | c7Xq4mZ9pL2vT8kR3w | x |",
        "1,token\n2,c7Xq4mZ9pL2vT8kR3w",
        "INSERT INTO t (id, token) VALUES (1",
        "COPY token",
    ] {
        assert_eq!(mask(ValueFormat::Plain, text), text);
    }
}

#[test]
fn a_known_token_keeps_its_name_and_a_row_may_name_other_columns() {
    let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4));
    let text = format!("user,token\nbob,{token}\npassword,secret\namy,{token}");
    let expected = "user,token\nbob,«redacted: GitHub token»\npassword,secret\n\
        amy,«redacted: GitHub token»";
    assert_eq!(mask(ValueFormat::Plain, &text), expected);
}
