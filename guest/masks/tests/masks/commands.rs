//! The passwords in the arguments of commands are masked.

use crate::support::{Random, mask, mask_in_pieces};
use readroom_masks::ValueFormat;

#[test]
fn passwords_of_commands_are_masked() {
    for line in [
        "curl -u me:§ h",
        "curl -X GET -s -ume:§ https://h",
        "curl -ume:§ https://h",
        "sshpass -p § ssh h",
        "RUN sshpass -p§ ssh h",
        "$ mysql -u root -p§ db",
        "`mysqldump -uroot -p'§' db`",
        "[\"mysql\", \"-p§\"]",
        "mysql --password §",
        "mysql --password=\"§\" db",
        "docker login -u me -p § && docker push x",
        "docker login h.example -u me -p § x",
        "docker login --username me --password § h",
        "      run: podman login -u=me -p=§ h",
        "PGPASSWORD=§ psql -h h",
        "PGPASSWORD='§' psql",
        "export MYSQL_PWD=§",
        "htpasswd -b file user §",
        "htpasswd -nbB user '§'",
        "openssl rsa -passin pass:§ -in k",
        "openssl x -passout \"pass:§\"",
        "wget --user=me --password=§ h",
        "smbclient -U user%§ //h/s",
        "smbclient //h/s -U 'D\\user%§'",
        "redis-cli -h h -a § ping",
        "CMD [\"redis-cli\", \"-a\", \"§\"]",
        "net use x: \\\\h\\s /user:me §",
        "ConvertTo-SecureString \"§\" -AsPlainText -Force",
        "$p = ConvertTo-SecureString -AsPlainText -String '§' -Force",
        "(ConvertTo-SecureString(\"§\"))",
        "ldapsearch -D cn=me -w § x",
        "sqlcmd -S h -U sa -P § -Q q",
        "mongosh h/db -u me -p § --quiet",
        "mongodump -u=me -p=§",
        "openssl enc -aes-256-cbc -k § -in f",
        "gpg --batch --passphrase § -c f",
        "twine upload -u __token__ -p § dist/*",
        "7z a -p§ a.7z f",
        "7za x \"-p§\" a.7z",
        "zip -r -P § a.zip f",
        "cargo login §",
        "gh secret set NAME --body §",
        "gh secret set NAME -b'§' --repo a/b",
        "sqlplus -s me/§@h:1521/x @a.sql",
        "sqlplus me/\"§\"@h",
        "url=jdbc:oracle:thin:me/§@//h:1521/x",
        "jdbc:oracle:oci:me/§@h",
        "expdp me/§@h directory=a",
        "sqlldr userid=me/§@h control=a",
        "get(url, auth=(\"me\", \"§\"))",
        "auth = ('me', '§')",
        "HTTPBasicAuth('me', '§')",
        "request.SetBasicAuth(\"me\", \"§\")",
        "client.basic_auth(\"me\", Some(\"§\"))",
        "echo me:§ | chpasswd",
        "RUN echo \"me:§\" | sudo chpasswd && b",
        "printf 'me:§\\n' | chpasswd",
        "chpasswd <<< 'me:§'",
        "echo § | docker login -u me --password-stdin",
        "echo \"§\" | passwd --stdin me",
        "echo -n '§' | sudo -S a b",
        "echo §| gh auth login --with-token",
        "docker login --password-stdin <<< \"§\"",
        "echo § | gh secret set X",
        "printf '%s' § | npx wrangler secret put X",
    ] {
        for value in ["kitten42", "Sommer-2024!", "vK8q2Zr5TxW9mB4n"] {
            let out = mask(ValueFormat::Plain, &line.replace('§', value));
            let kind = out.replace("«redacted: secret»", "«redacted: password»");
            assert_eq!(kind, line.replace('§', "«redacted: password»"));
            assert_eq!(mask(ValueFormat::Plain, &out), out, "{line}");
            let pieces = line.replace('§', value);
            let pieces = mask_in_pieces(ValueFormat::Plain, &pieces, 5, &mut Random(81));
            assert_eq!(pieces, out, "{line}");
        }
    }
}

#[test]
fn passwords_in_calls_and_of_more_commands_are_masked() {
    for line in [
        "mysqli_connect(\"h\", \"me\", \"§\", \"db\")",
        "new mysqli('h', 'me', '§', 'db')",
        "new PDO(\"mysql:host=h;dbname=x\", 'me', '§')",
        "DriverManager.getConnection(url(a, b), \"me\", \"§\")",
        "oracledb.connect(\"me/§@h/x\")",
        "psycopg2.connect(\"dbname=x user=me password=§ host=h\")",
        "ldap_bind($c, \"cn=me,dc=x\", \"§\")",
        "smtp.login('me', '§')",
        "jwt.sign(payload, '§', { expiresIn: '12h' })",
        "h:6379,password=§,ssl=True",
        "mount -t cifs //h/s /m -o username=me,password=§",
        "curl -d \"username=me&password=§\" h",
        "keytool -genkey -keypass § -alias a",
        "keytool -import -srcstorepass § x",
        "jarsigner -storepass § a.jar x",
        "openssl pkcs12 -password pass:§ -out x",
        "rabbitmqctl add_user me §",
        "rabbitmqctl change_password me §",
        "net user me § /add",
        "plink -ssh me@h -pw §",
        "xfreerdp /u:me /p:§ /v:h",
        "wmic /user:me /password:§ os",
        "lftp -u me,§ h",
        "http -a me:§ GET h",
        "ssh-keygen -t rsa -N '§' -f k",
        "ipmitool -H h -U me -P § power",
        "useradd -m -p § me",
        "dotnet nuget push a.nupkg -k § -s s",
        "wpa_passphrase ssid §",
        "mysql -e \"CREATE USER me IDENTIFIED BY '§'\"",
    ] {
        let out = mask(ValueFormat::Plain, &line.replace('§', "Xk92lqpw"));
        let kind = out.replace("«redacted: secret»", "«redacted: password»");
        assert_eq!(kind, line.replace('§', "«redacted: password»"));
        assert_eq!(mask(ValueFormat::Plain, &out), out, "{line}");
        let pieces = line.replace('§', "Xk92lqpw");
        let pieces = mask_in_pieces(ValueFormat::Plain, &pieces, 5, &mut Random(82));
        assert_eq!(pieces, out, "{line}");
    }
    for line in [
        "mysqli_connect($host1, $user1, $pass1word, \"db1name\")",
        "mysqli_connect(\"h\", \"me\", getenv(\"PASS1word\"))",
        "new PDO($dsn, $a); f(\"x\", \"y\", \"a1b2c3\")",
        "DriverManager.getConnection(\"jdbc:h2:mem:test1\")",
        "page.login(user1); b.c(\"x\", \"a1b2c3\")",
        "smtp.login(user1, password1)",
        "client.login('me', 'password1')",
        "jwt.verify(token, process.env.SECRET_1)",
        "jwt.sign({ id: a, b: c }, 'my-secret-1')",
        "cursor.connect(\"a1b2c3/d4e5f6\")",
        "    user=user1, password=pass1, host=h",
        "connect(host=h,password=pass1,ssl=true)",
        "let rest = total -pass1 + a;",
        "app.get('/password:token1', f)",
        "IDENTIFIED BY '$PASSWORD_1'",
        "net users group1 in2",
        "msbuild /p:Configuration=Release2",
        "ssh-keygen -t ed25519 -N \"\" -f key1a2b",
        "http -v a:b1c2d3",
        "useradd -m -s /bin/sh2 user1abc",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}

#[test]
fn other_arguments_are_kept() {
    for line in [
        "sshpass -p $PASS1 ssh h",
        "sshpass -p \"${PASS_2}\" ssh h",
        "sshpass -f file1 ssh h",
        "mysql -u root -p db1name",
        "mysql -u root -p < dump2024.sql",
        "mysql -h h1 --port=3307 --protocol=tcp4",
        "mysql-pod1 -project2",
        "docker login -u me --password-stdin < f1",
        "docker login h1 | docker run -p 8080a:80",
        "docker login -u me -p <password1>",
        "docker login -p your-password-1",
        "redis-cli -a $REDIS_PASS1 -n 2",
        "redis-cli -a password1",
        "htpasswd -c /etc/file1 user1",
        "htpasswd -B file user2pass",
        "openssl rsa -passin env:PASS1 -in k",
        "openssl rsa -passin pass:$PASS1",
        "docker run -d --name mongo -p 27017:27017 mongo:4",
        "openssl req -new -key k1.pem -keyout k2.pem -kfile f3",
        "net use x: \\\\h1\\s2",
        "ConvertTo-SecureString $value1 -AsPlainText",
        "ConvertTo-SecureString -String (Read-Host2)",
        "curl -u me: h1/a2b3c4",
        "curl -H a:b1c2d3 -o user1 h",
        "--password  the password2",
        "--password=changeme123",
        "--password-file=secret1file",
        "PGPASSWORD=$DB_PASS1 psql",
        "twine upload dist/app1-p2 --repository pypi1",
        "7z a -p a1b2c3.7z file1",
        "tar c a | gzip -9 -Pa1",
        "cargo login --registry my-registry",
        "gh secret set NAME1 --body \"$VALUE1\" --repo a/b2c3d4",
        "gh secret set NAME1 < file1.txt",
        "sqlplus / as sysdba @/x1/script2",
        "sqlplus -s /nolog @a1b2c3",
        "sqlplus $USER1/$PASS1@$HOST1",
        "sqlplus me@h/x1y2z3",
        "jdbc:oracle:thin:@//h1:1521/x1y2z3",
        "jdbc:oracle:thin:@(DESCRIPTION=(HOST=h/1)(SID=x1))",
        "get(url, auth=(user1, password1))",
        "get(url, auth=(\"me\", \"password1\"))",
        "get(url, auth=(\"me\", PASSWORD_1), name=\"x1y2z3\")",
        "echo \"$USER1:$PASS1\" | chpasswd",
        "echo me:password1 | chpasswd",
        "cat file1a2b | docker login --password-stdin",
        "echo $TOKEN1 | gh auth login --with-token",
        "echo the words of line2 || sudo -S a1",
        "echo step2of3; cat a1b2c3 | sudo -S b",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}
