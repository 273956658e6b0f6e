//! A value assigned to the name of a secret is masked if it is random, however it is written.

use crate::support::{Random, mask, mask_in_pieces};
use readroom_masks::{Set, ValueFormat};

/// Masks a line in which `§` stands for a random value. Returns the line and the masked result.
pub(crate) fn masked(line: &str, random: &mut Random) -> (String, String) {
    let value = format!("c7Xq4{}", random.run(Set::of("0-9A-Za-z"), 24));
    let line = line.replace('§', &value);
    let out = mask(ValueFormat::Plain, &line);
    assert_eq!(mask(ValueFormat::Plain, &out), out, "{line}");
    assert_eq!(mask_in_pieces(ValueFormat::Plain, &line, 7, random), out, "{line}");
    (out, value)
}

/// Those of clouds have up to 1500 characters.
#[test]
fn long_values_are_masked_to_their_end() {
    let mut random = Random(13);
    for length in [250, 256, 257, 258, 300, 1500, 5000] {
        let value = random.run(Set::of("0-9A-Za-z"), length);
        for line in [
            "AWS_SESSION_TOKEN=§",
            "\"refresh_token\": \"§\",",
            "X-Auth-Token: §",
            "| api_key | § |",
            "<password>§</password>",
            "export TOKEN='§' # x",
        ] {
            let out = mask(ValueFormat::Plain, &line.replace('§', &value));
            assert_eq!(out, line.replace('§', "«redacted: secret»"), "{length}");
        }
    }
}

#[test]
fn values_without_quotation_marks_are_masked() {
    let mut random = Random(11);
    for line in [
        "redis_password: §",
        "spring.datasource.password=§",
        "password = §",
        "export API_KEY=§",
        "ENV X_PASSWORD=§",
        "ENV X_PASSWORD §",
        "ARG GH_TOKEN §",
        "      - API_KEY=§",
        "          API_KEY: §",
        "DB_PASS=§",
        "app --api-key=§ --verbose",
        "app --api-key § --verbose",
        "Invoke-It -Token §",
        "Server=db;User Id=me;Password=§;Database=x",
        "\"Server=db;Pwd=§\"",
        "jdbc:postgresql://db/x?user=me&password=§&ssl=true",
        "host=db user=me password=§ dbname=x",
        "apiKey: §, // JSON5",
        "secret_key = § # HCL",
        "{api_key: §}",
        "https://h.example/x?access_token=§#top",
        "<password>§</password>",
        "<password><![CDATA[§]]></password>",
        "<add key=\"ApiKey\" value=\"§\"/>",
        "{\"name\": \"API_KEY\", \"value\": \"§\"}",
        "secretkey: §",
        "token: §==",
        "setx API_KEY §",
        "masterauth §",
        "  auth_pass §",
        "machine h login me password §",
        "requires pass: §",
        "PGPASSWORD=§ psql",
        "Authorization: Token §",
        "curl -H \"Authorization: ApiKey §\" h",
        "token: !secret §",
        "password: &anchor §",
        "password: ${DB_PASSWORD:-§}",
        "passwords: [§, x]",
        "tokens = [\"§\"]",
        "**Password:** §",
        "props.put(\"password\", \"§\");",
        "System.setProperty(\"javax.net.ssl.keyStorePassword\", \"§\")",
        "api_key = os.environ.get(\"API_KEY\") or \"§\"",
        "api_key = ENV['API_KEY'] || '§'",
        "Cookie: PHPSESSID=§; path=/",
        "password = u8\"§\";",
        "password：§",
        "password -> §",
        "<td>password</td><td>§</td>",
        "<dt>password</dt><dd>§</dd>",
        "Password:<br>§",
        "keytool -storepass § -list",
        "the password is: §",
        "API key: §",
        "| API_KEY | § |",
        "\"DB_PASSWORD\",\"§\"",
        "define('AUTH_KEY', '§');",
        "System.setProperty(\"api.key\", \"§\")",
        "CREATE USER a IDENTIFIED BY '§';",
        "ALTER ROLE x PASSWORD '§';",
        "<property name=\"password\">§</property>",
        "<Password Value=\"§\"/>",
        "<wsse:Password Type=\"text\">§</wsse:Password>",
        "- {name: API_KEY, value: §}",
        "a?password%3D§&b",
        "STRIPE_KEY=§",
        "password:\n  §",
        "password: >-\n  §\nb: 1",
        "password = <<END\n§\nEND",
        "passwords:\n  - §",
        "- name: API_KEY\n  value: §",
        "{ \"name\": \"DB_PASSWORD\",\n  \"value\": \"§\" }",
        "<key>API_KEY</key>\r\n<string>§</string>\r",
        "MASTER_KEY = §",
        "MASTER_KEY    = §",
        "master_key: §",
        "\"masterKey\": \"§\"",
        "encryptionKey: '§'",
        "const signingKey = \"§\";",
        "jwt-key=§",
        "export SESSION_KEY=§",
        "var password string = \"§\"",
        "char password[] = \"§\";",
        "char password[64] = \"§\";",
        "tokens[0] = \"§\"",
        "setPassword(\"§\")",
        ".password(\"§\")",
        "std::string password{\"§\"};",
        "password=&quot;§&quot;",
        "{&quot;password&quot;:&quot;§&quot;}",
        "{&#34;api_key&#34;: &#34;§&#34;}",
        "{\\u0022token\\u0022:\\u0022§\\u0022}",
        "%22token%22:%22§\"",
        "password:\n# set by ops\n§",
        "password: # set by ops\n  §",
        "password:\n\n  §",
        "password = \"\"\"\n§\n\"\"\"",
        "<password>\n  §\n</password>",
        "<password>\n\n<!-- a -->\n  §\n</password>",
        "| Password: | § |",
        "| **Password** | § |",
        "Password: [§](https://h.example)",
        "**Password** [§](https://h.example)",
        "Password: [hidden: §]",
        "Password: §[^1]",
        "SYNC_TOKEN=§",
        "EXCHANGE_TOKEN=§",
        "exchange_token = \"§\"",
        "STRIPE_KEY = \"§\"",
        "STRIPE_KEY: \"§\"",
        "license_key := \"§\"",
        "azure_storage_key: \"§\"",
        "dbPass = \"§\"",
        "GITHUB_PAT=§",
        "\"GITHUB_PAT\": \"§\"",
        "REDIS_AUTH=§",
        "variable \"db_password\" {\n  default = \"§\"\n}",
        "variable \"db_password\" {\n  type = string\n  sensitive = true\n  default = \"§\"",
        "public string Password { get; set; } = \"§\";",
        "<property><name>db.password</name><value>§</value></property>",
        "<name>db.password</name>\n<value>§</value>",
        "ParameterKey=DBPassword,ParameterValue=§",
        "\"ParameterKey\": \"DBPassword\", \"ParameterValue\": \"§\"",
        "password <- \"§\"",
        "if password == \"§\" {",
        "if (password !== '§') {",
        "define('password', '§');",
        "password=$'§'",
        "password=$\"§\"",
        "password = f'§'",
        "PWSTR password = L\"§\";",
        "SET @password = N'§'",
        "let password = r#\"§\"#;",
        "let password = br#\"§\"#;",
        "password = '''§'''",
        "password = \"\"\"§\"\"\"",
        "password: “§”",
        "Password: ‘§’.",
        "{\"password\": {\"value\": \"§\"}}",
        "password = { value = \"§\" }",
        "process.env.DB_PASSWORD ?? \"§\"",
        "$p = getenv('X_PASSWORD') ?: '§';",
        "options.password ??= '§'",
        "psql ${DB_PASSWORD-§}",
    ] {
        let (out, value) = masked(line, &mut random);
        let expected = line.replace("§==", "§").replace('§', "«redacted: secret»");
        assert_eq!(out, expected, "{value}");
    }
}

/// The characters of Terraform, RDS, `pwgen -y` and Chrome.
const PRINTED: Set = Set::of("!#-&(-[]^_a-~");

#[test]
fn values_with_any_punctuation_are_masked() {
    let mut random = Random(15);
    let (mut shown, mut count) = (0, 0);
    for _ in 0..100 {
        let mut part = |length| random.run(PRINTED, length);
        let value = format!("vf8K?{}2Lq9", part(15));
        for line in [
            "password = \"§\"",
            "\"password\": \"§\",",
            "api_key: '§',",
            "DB_PASSWORD=§",
            "export API_KEY=§",
            "  - SECRET=§",
            "password: §",
            "<password>§</password>",
            "variable \"password\" {\n  default = \"§\"\n}",
        ] {
            // Others are escaped there.
            let value =
                if line.contains('<') { value.replace(['<', '&'], "+") } else { value.clone() };
            let line = line.replace('§', &value);
            let out = mask(ValueFormat::Plain, &line);
            assert_eq!(mask(ValueFormat::Plain, &out), out, "{line}");
            assert_eq!(mask_in_pieces(ValueFormat::Plain, &line, 7, &mut random), out, "{line}");
            (count, shown) = (count + 1, shown + usize::from(out.contains(&value[..4])));
        }
    }
    assert!(shown * 20 < count, "{shown} of {count}");
}

#[test]
fn code_and_templates_are_kept() {
    for line in [
        "password = getpass(x)",
        "password = \"getToken(x1y2z3w4v5u6)\"",
        "password: \"${DB_PASSWORD_1a2b3c}\"",
        "password=\"%(pass1word2)s\"",
        "password: \"changeme12345678\"",
        "password = \"#{ENV['DB_PASSWORD1']}\"",
        "password: \"{user1}:{pass2}@{host3}/{db4}\"",
        "password = self._pw1[a2](b3)",
        "password: [a1,b2,c3,d4,e5,f6]",
        "api_key: \"<your-key-12345678>\"",
        "api_key: \"prefix-<API_KEY_12>-suffix34\"",
        "api_key = os.environ[\"API_KEY1\"][\"x2y3z4\"]",
        "secret: \"arn:aws:secretsmanager:us-east-1:123456789012:secret:x1-AbC2d3\"",
        "secret = \"sha256:3f786850e387550fdab836ed7e6dc881de23001b\"",
        "secret: \"vault:secret/data/db1#pass2\"",
        "token: Option<String12>",
        "token: Map<String,Vec<u8>>[12];",
        "token: \"{{ vault.token_1a2b3c4d }}\"",
        "token: \"https://h.example/a1b2?c3d4=e5f6\"",
        "token: \"2024-01-01T12:34:56.789+01:00\"",
        "token: \"Dict[str,List[u8;32]]\"",
        "token = tok[0:2]+x[1]*y2[3]",
        "token = \"^[A-Za-z0-9_-]{16,32}$\"",
        "tokens?: Schema$GoogleV1beta2DocumentPageToken[];",
        "key = x1[i2][j3]+c4*(d5)",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}

#[test]
fn nearly_all_values_with_two_digits_are_masked() {
    let mut random = Random(16);
    let sets = [("0-9a-f", 16), ("0-9a-f", 32), ("0-9a-z", 16), ("0-9A-Z", 20), ("0-9A-Za-z", 16)];
    for (set, length) in sets {
        let mut shown = 0;
        for _ in 0..1000 {
            let value = format!("7a{}", random.run(Set::of(set), length - 2));
            let has_digits = value.bytes().filter(u8::is_ascii_digit).count() > 1;
            let out = mask(ValueFormat::Plain, &format!("password = \"{value}\""));
            shown += usize::from(has_digits && out.contains(&value));
        }
        assert!(shown < 70, "{set}: {shown} of 1000");
    }
}

#[test]
fn other_values_are_kept() {
    let mut random = Random(12);
    for line in [
        "token: commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "secret_sha: 3f786850e387550fdab836ed7e6dc881de23001b",
        "uses: actions/create-github-app-token@3f786850e387550fdab836ed7e6dc881de23001b",
        "password: v1.24.3-rc.1+build.20240101.5114f85",
        "api_key: your-api-key-here-12345",
        "password: ${DB_PASSWORD_2x1y}",
        "password: $DB_PASSWORD_2x1y4z",
        "token: $(cat /run/secrets/token1a2b3c)",
        "token: {{ vault.token_1a2b3c4d }}",
        "token: %TOKEN_1a2b3c4d5e%",
        "key_file: /etc/ssl/private/a1b2c3d4e5f6.pem",
        "secret: /run/secrets/a1b2c3d4e5f6g7h8",
        "secret: ./a1b2c3/d4e5f6/g7h8.txt",
        "token: https://h.example/a1b2c3d4e5f6g7h8",
        "token_id: 550e8400-e29b-41d4-a716-446655440000",
        "secretId: 550e8400-e29b-41d4-a716-446655440000",
        "--token-color: #a1b2c3d4;",
        "token: getToken(x1y2z3w4v5u6)",
        "token = nextToken2FromStream1(x)",
        "private_key: x25519.X25519PrivateKey",
        "  AuthToken?: Generic512CharString;",
        "password = other.variable_name",
        "key: keyof T",
        "token: string",
        "publicKeyToken=\"b77a5c561934e089\"",
        "PublicKeyToken=b77a5c561934e089, Version=1",
        "tokenAddress: \"0x6B175474E89094C44Da98b954EedeAC495271d0F\"",
        "token: 0x6B175474E89094C44Da98b954EedeAC495271d0F",
        "tokenizationId: \"§\"",
        "passwordHash = \"§\"",
        "password: \"",
        "host=h, password=pass1)",
        "  private_key,\n  X25519PublicKey,",
        "  token=None,\n  status_code=400,",
        "isinstance(private_key,\n  ed25519.Ed25519PrivateKey)",
        "mlkem_key: mlkem.MLKEM768PrivateKey,",
        "/secrets?apiVersion=2022-11-28#x",
        "Authorization: AWS4-HMAC-SHA256 Credential=x",
        "access_token: \"eyJ0eXAiOiJKV1QiLCJhbGciOi...\"",
        "(\"password\", \"5f4dcc3b5aa765d61d8327deb882cf99\")",
        "the password\n§",
        "idempotency_key=§",
        "token = tokens[0][1].children[2].text",
        "token = tokens[i+1].value2.text",
        "token = arr[1]?.items[2]?.id",
        "api_key = args.get(0)[1].v",
        "?partition_key=§&sort_key=§",
        "cacheKey: \"§\"",
        "public_key: §",
        "\"key\": \"§\"",
        "monkey = §",
        "\"token\": \"0x6B175474E89094C44Da98b954EedeAC495271d0F\"",
        "connect(password=pass1, host=h)",
        "    password=pass1,  # host=h",
        "https://example.com:8080@x",
        "import a from \"@/components/b\"",
        "docker compose -f su a:b4cd5",
        "token: \"v2.1.0-beta.3+build.20240101\"",
        "nextSyncToken: \"§\"",
        "password == §()",
        "password: {\"type\": \"§\"}",
        "password ?? other.value1",
        "password?.a ?? \"words of a sentence\"",
        "${TOKEN-file}",
        "bot5410934360:A§",
        "http://h:8080/x1@y",
        "http://h:8080/a:b1@y",
        "https://h:port/name@2x.png",
        "http://h:a1/https://x/y@z",
        "https://h.example/a@b1:c@d",
        "password: it's \"§",
        "password: §…",
        "password — §",
    ] {
        let (out, value) = masked(line, &mut random);
        assert_eq!(out, line.replace('§', &value));
    }
}

#[test]
fn passwords_that_people_choose_are_masked() {
    for line in [
        "password = \"§\"",
        "connect(host=\"h\", password='§')",
        "\"adminPassword\": \"§\",",
        "db_pass: '§'",
        "setPwd(\"§\");",
        "export DB_PASSWORD=§",
        "  - MYSQL_ROOT_PASSWORD=§",
        "password: §",
        "mysqldump --password=§ db",
        "helm install --set db.password=§ x",
        "wget --http-password=§ h",
        "<password>§</password>",
        "the passphrase is: §",
    ] {
        for value in ["Summer2024!", "tr0ub4dor@3", "aB3!dE6@"] {
            let out = mask(ValueFormat::Plain, &line.replace('§', value));
            assert_eq!(out, line.replace('§', "«redacted: secret»"));
        }
    }
    let out = mask(ValueFormat::Plain, "password = \"Sommer2024\"");
    assert_eq!(out, "password = \"«redacted: secret»\"");
    for line in [
        "password = \"password1\"",
        "password = \"Password1\"",
        "password = \"MyPassword123\"",
        "password = \"hunter22\"",
        "password = Sommer2024",
        "password: \"The new one! 2 of 3\"",
        "password_policy = \"Min8Chars!\"",
        "passwordUrl: \"h1.example/a?b\"",
        "api_key = \"Summer2024!\"",
        "password = hash1(b2)!",
        "password != base64Value",
        "password: config1.value!",
        "password=$1abcdef!",
        "password: @DB1_PASSWORD",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}

#[test]
fn passwords_of_connections_are_masked() {
    let mut random = Random(13);
    for (line, expected) in [
        (
            "root:Xk92lqpw@tcp(127.0.0.1:3306)/db",
            "root:«redacted: password»@tcp(127.0.0.1:3306)/db",
        ),
        ("curl -u me:Xk92lqpw https://h", "curl -u me:«redacted: password» https://h"),
        (
            "curl -X PUT --user \"me:Xk92lqpw\" h",
            "curl -X PUT --user \"me:«redacted: password»\" h",
        ),
        ("Server=db;Password=Sup3r!x;", "Server=db;Password=«redacted: secret»;"),
        ("host=db user=me password=Xk92lqpw", "host=db user=me password=«redacted: secret»"),
        ("docker run -u 1000:1000 x", "docker run -u 1000:1000 x"),
        ("curl -u $USER:$PASSWORD h", "curl -u $USER:$PASSWORD h"),
        ("user:password@tcp(localhost)", "user:password@tcp(localhost)"),
        (
            "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A",
            "otpauth://totp/A:b?secret=«redacted: one-time password secret»&issuer=A",
        ),
        (
            "incoming+group-app-123-c7xq92lkd03mfb81ztp4-issue@host.example",
            "incoming+«redacted: mail token»@host.example",
        ),
        ("root:Xk92lqpw@/db", "root:«redacted: password»@/db"),
        ("x://u:pABC12345@xyz99@h/db", "x://u:«redacted: password»@h/db"),
        ("x://u:p@A@C12@h:1/db@2", "x://u:«redacted: password»@h:1/db@2"),
        ("x://u:pA/C123/45@h/db@2", "x://u:«redacted: password»@h/db@2"),
        ("x://u:pABC12@h,y@z", "x://u:«redacted: password»@h,y@z"),
        ("x://u:pABC12@h?mail=y@z", "x://u:«redacted: password»@h?mail=y@z"),
        ("Server=x;Uid=sa;Pwd=ab12Cd!$%&jpVP;A=b", "Server=x;Uid=sa;Pwd=«redacted: secret»;A=b"),
        (
            "id=a&amp;password=Xk92lqpw&amp;host=b",
            "id=a&amp;password=«redacted: secret»&amp;host=b",
        ),
        ("redis:\\/\\/me:Xk92lqpw@h", "redis:\\/\\/me:«redacted: password»@h"),
        ("u=redis%3A%2F%2Fme%3AXk92lqpw%40h", "u=redis%3A%2F%2Fme%3A«redacted: password»%40h"),
        ("u=http%3a%2f%2fh%3a8080%2fa%40h", "u=http%3a%2f%2fh%3a8080%2fa%40h"),
        ("\"Password=Sup3r!x;Server=db\"", "\"Password=«redacted: secret»;Server=db\""),
        ("password=Xk92lqpw user=me host=db", "password=«redacted: secret» user=me host=db"),
        ("curl -su me:Xk92lqpw h", "curl -su me:«redacted: password» h"),
        ("curl -fsSLu me:Xk92lqpw h", "curl -fsSLu me:«redacted: password» h"),
        ("curl --user=me:Xk92lqpw h", "curl --user=me:«redacted: password» h"),
        ("curl h --user=\"me:Xk92lqpw\"", "curl h --user=\"me:«redacted: password»\""),
        ("\"auth\": \"bWU6WGs5MmxxcHc=\"", "\"auth\": \"«redacted: basic credentials»\""),
    ] {
        assert_eq!(masked(line, &mut random).0, expected);
    }
}

#[test]
fn names_that_begin_like_a_token_are_kept() {
    let mut random = Random(14);
    let hash = random.run(Set::of("0-9a-f"), 60);
    for line in [
        "secret-store-csi-driver-provider-aws-1-23-4567",
        "key_prefix_for_cache_entries_2024_v12_0a1b2c3d4e5f",
        "pa-11y-config-for-continuous-integration-v2-3",
        "rpa_v1_configuration_0a1b2c3d4e5f6a7b8c9d0e1f",
        "api-550e8400-e29b-41d4-a716-446655440000",
        &format!("4b1d{}", &hash[..36]),
        &format!("4b1d{hash}"),
        &format!("/images/{}-us2.png", &hash[..32]),
        &format!("name: app-secret-{}", &hash[..32]),
        "secret-550e8400-e29b-41d4-a716-446655440000",
        "pa-550e8400-e29b-41d4-a716-446655440000",
        "{\"d\": \"M10.5,20.25c0-1.1.9-2,2-2h12c1.1,0,2,.9,2,2v1\"}",
        "{\"k\":\"550e8400-e29b-41d4-a716-446655440000\", \"p\": \"a-name-of-words-that-is-long\"}",
        "<P>https://h.example/a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6</P>",
        "https://hooks.slack.com/triggers/T0123ABCD/...",
        "f(x)?Signature=sign(a, b1c2)&Signature={signature1}",
        "X-Amz-Signature=<signature-of-the-request-of-the-user>",
        "git clone pat.example.com/a1b2c3d4e5f6g7h8i9j0k1l2",
        "scope=oauth:read_user_data_of_organization",
        "name: nsec1, xprv9, kubeconfig-user-a1b2c:latest",
    ] {
        assert_eq!(masked(line, &mut random).0, line);
    }
    let token = format!("BEARER {}", random.run(Set::of("0-9A-Za-z"), 40));
    assert_eq!(masked(&token, &mut random).0, "BEARER «redacted: bearer token»");
}

#[test]
fn values_of_a_kubernetes_secret_are_masked() {
    let value = "«redacted: value»";
    for text in [
        "apiVersion: v1\nkind: Secret\ndata:\n  user: bWU6WGs5MmxxcHc=\nx: a",
        "apiVersion: v1\ndata:\n  user: bWU6WGs5MmxxcHc=\nkind: Secret\nx: a",
        "kind: Secret\nmetadata:\n  b: a\nstringData:\n  a: |\n    bWU6WGs5MmxxcHc=\n---\nx: a",
        "apiVersion: v1\nkind: \"Secret\" # c\ndata: {a: \"bWU6WGs5MmxxcHc=\"}\nx: a",
        "{\n  \"kind\": \"Secret\",\n  \"data\": {\n    \"a\": \"bWU6WGs5MmxxcHc=\"\n  }\n}",
    ] {
        let out = mask(ValueFormat::Plain, text);
        assert_eq!(out, text.replace("bWU6WGs5MmxxcHc=", value));
        assert_eq!(mask(ValueFormat::Plain, &out), out);
        assert_eq!(mask_in_pieces(ValueFormat::Plain, text, 4, &mut Random(1)), out);
    }
    for line in [
        "{\"apiVersion\":\"v1\",\"data\":{§},\"kind\":\"Secret\"}",
        "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"stringData\": {§}}",
    ] {
        let out = mask(ValueFormat::Plain, &line.replace('§', "\"a\":\"bWU6WGs5MmxxcHc=\""));
        assert_eq!(out, line.replace('§', value));
        assert_eq!(mask(ValueFormat::Plain, &out), out);
    }
    for text in [
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  user: bWU6WGs5MmxxcHc=",
        "apiVersion: v1\ndata:\n  level: debug\n  on: \"true\"\nkind: ConfigMap",
        "kind: Secret\ndata:\n  a: {{ .Values.a | b64enc }}\n  b: ${B}",
    ] {
        assert_eq!(mask(ValueFormat::Plain, text), text);
    }
}

#[test]
fn an_asterisk_in_a_value_counts_as_one_of_its_characters() {
    let mut random = Random(12);
    for form in ["password = \"§\"", "API_KEY=§", "password: §", "--api-key § x"] {
        let mut shown = 0;
        for _ in 0..200 {
            let run = random.run(Set::of("0-9A-Za-z"), 14);
            let line = form.replace('§', &format!("{}4*{}", &run[..7], &run[7..]));
            let out = mask(ValueFormat::Plain, &line);
            shown += usize::from(!out.contains("redacted"));
            assert_eq!(mask(ValueFormat::Plain, &out), out, "{line}");
            assert_eq!(mask_in_pieces(ValueFormat::Plain, &line, 5, &mut random), out, "{line}");
        }
        assert!(shown < 40, "{form}: {shown}");
    }
}
