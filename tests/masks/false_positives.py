"""Runs the masks over packages that others wrote, and prints what was taken for a secret.

    python3 tests/masks/false_positives.py --mask target/release/examples/mask DIRECTORY

Build the program with `cargo build --release -p readroom-masks --example mask`. Packages that are
not below DIRECTORY yet are downloaded to it with pip and npm. Every finding is printed once, by
rule, for a person to judge.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import tarfile
import zipfile

PYPI = """
aiohttp airflow-client alembic amqp ansible-core anthropic apache-libcloud apprise arrow asyncpg
atlassian-python-api authlib azure-core azure-identity azure-storage-blob boto3 botocore bottle
cachetools celery certifi charset-normalizer click cloudflare coverage cryptography databases
discord.py django django-allauth djangorestframework docker dynaconf elasticsearch fabric falcon
fastapi feedparser flask flask-login google-auth google-api-core gunicorn hikari httpie httpx
huggingface-hub hvac influxdb-client itsdangerous jinja2 jira joblib kombu kubernetes langchain-core
ldap3 litellm locust loguru mailchimp-transactional markdown marshmallow minio mitmproxy moto
networkx notion-client oauthlib openai paramiko passlib peewee pip poetry prefect psycopg pygithub
pyjwt pylint pymongo pytest python-dotenv python-gitlab python-jose python-telegram-bot redis
requests requests-oauthlib rich sanic scrapy sendgrid sentry-sdk slack-sdk social-auth-core
sqlalchemy starlette stripe tornado twilio twine urllib3 uvicorn werkzeug yt-dlp zeep
"""
NPM = """
@anthropic-ai/sdk @aws-sdk/client-s3 @azure/identity @google-cloud/storage @notionhq/client
@octokit/rest @sendgrid/mail @sentry/node @slack/web-api @supabase/supabase-js ajv apollo-server
auth0 aws-sdk axios babel-core bcryptjs bluebird body-parser bull cheerio cloudinary commander
compression concurrently convict cookie-session core-js cors crypto-js d3 dayjs discord.js
dockerode dotenv dropbox ejs eslint express express-session fastify firebase-admin form-data
fs-extra gatsby-cli glob googleapis-common got graphql grunt gulp handlebars hapi helmet
http-proxy inquirer ioredis jest jose jquery js-yaml jsonwebtoken jszip karma knex koa lerna lodash
mailgun.js markdown-it mocha moment mongodb mongoose morgan mqtt mysql2 nconf netlify next
node-fetch node-forge nodemailer npm oauth oidc-provider openai passport pg pino playwright-core
plaid postcss prettier prisma puppeteer-core ramda react redis request rollup rxjs semver sequelize
sharp simple-git snyk socket.io ssh2 stripe superagent svelte telegraf terser twilio typescript
underscore uuid vite vue web-push webpack winston ws xml2js yargs zod
"""


def download(kind, name, directory):
    place = directory / f"{kind}-{name.replace('/', '-')}"
    if place.exists():
        return
    place.mkdir(parents=True)
    pip = ["pip", "download", "--quiet", "--no-deps", "--dest", place, name]
    commands = [["npm", "pack", "--silent", "--pack-destination", place, name]]
    if kind == "pypi":
        commands = [pip]
    for command in commands:
        try:
            subprocess.run(command, check=True, timeout=90, capture_output=True)
            break
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            continue
    for archive in list(place.iterdir()):
        if archive.suffix in (".whl", ".zip"):
            zipfile.ZipFile(archive).extractall(place)
        elif tarfile.is_tarfile(archive):
            with tarfile.open(archive) as files:
                files.extractall(place, filter="data")
        archive.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument(
        "--mask", required=True, help="the example program of readroom-masks"
    )
    arguments = parser.parse_args()
    names = [("pypi", name) for name in PYPI.split()] + [
        ("npm", name) for name in NPM.split()
    ]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda name: download(*name, arguments.directory), names))
    files = [str(file) for file in arguments.directory.rglob("*") if file.is_file()]
    files = [file for file in files if "\n" not in file]
    command = [arguments.mask, "--findings"]
    given = "\n".join(files)
    found = subprocess.run(
        command, check=True, input=given, text=True, stdout=subprocess.PIPE
    )
    by_rule = collections.defaultdict(list)
    for line in found.stdout.split("\n")[:-1]:
        file, number, rule, value = line.split("\t", 3)
        by_rule[rule].append((value, f"{file}:{number}"))
    packages = len(list(arguments.directory.iterdir()))
    print(
        f"{packages} packages, {len(files)} files, {sum(map(len, by_rule.values()))} findings"
    )
    for rule, findings in sorted(by_rule.items()):
        distinct = dict(findings)
        rate = 1000 * len(findings) / len(files)
        print(
            f"\n## {rule}: {len(findings)}, {len(distinct)} distinct, {rate:.2f} in 1,000 files"
        )
        for value, place in distinct.items():
            print(f"{value[:160]}\n    {place}")


if __name__ == "__main__":
    main()
