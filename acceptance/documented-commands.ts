/**
 * Lists the command blocks of the documents, each with the test that runs it or the reason why none can.
 * documented-commands.test.ts compares this list with the documents, so a new block needs an entry here. It also checks
 * that the commands, options, files, operations and settings of every block exist.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Block {
  /** Path of the document. */
  file: string;
  /** Language after the fence; empty if there is none. */
  language: string;
  text: string;
}

/** Says which test checks a block. */
export type Check =
  /** run-documented-commands.test.ts runs the block. */
  | {
      /** The installation: one with the sample organisations, or one whose organisation `charter setup` created. */
      on: 'sample' | 'own';
      /** Commands that run first, and create the objects that the placeholders name. */
      before?: string;
      /**
       * Texts of the block, each with the replacements for its first, second… occurrence. Further occurrences get the
       * last replacement.
       */
      replace?: Readonly<Record<string, readonly string[]>>;
    }
  /** Another test runs the block, or the same commands. */
  | { by: string }
  /** The reason why no test can run it. */
  | {
      why: string;
      /** Settings that the text around the block requires, besides those that it exports. */
      given?: Readonly<Record<string, string>>;
    };

export const DOCUMENTS = ['*.md', 'docs/**/*.md', '{cli,sdk}/README.md', 'templates/**/*.md'];
const BLOCK = /^```(\w*)\n([\s\S]*?)^```/gm;
const SHELL = ['sh', 'bash', 'shell', 'console'];
/** Programs that begin a command. A block that begins with one needs a language such as `sh`. */
const PROGRAMS = /^(?:\$ )?(?:charter|npm|npx|node|curl|az|docker|podman|kubectl|helm|psql|export|git|tar)\b/;

/** Returns all fenced blocks of the documents. */
export const readBlocks = (): Block[] =>
  globSync(DOCUMENTS, { cwd: ROOT })
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)].map(([, language = '', text = '']) => ({
        file,
        language,
        text,
      })),
    );

export const isCommandBlock = ({ language }: Block): boolean => SHELL.includes(language);

/** Returns whether the block contains commands but names no language. */
export const lacksLanguage = ({ language, text }: Block): boolean => language === '' && PROGRAMS.test(text);

/** Returns the key of a block in CHECKS: its document and its first line, without the version of this release. */
export const keyOf = ({ file, text }: Block): string =>
  `${file}: ${text.split('\n')[0]?.trim()}`.replace(/(charter[:-])\d+\.\d+\.\d+(?:-dev)?/g, '$1<version>');

const NEEDS_ENTRA = { why: 'needs a tenant of Microsoft Entra and an administrator of it' };
const NEEDS_PROVIDER = {
  why: 'settings for an OpenID provider; server/test/provider-tokens.test.ts has the same',
};
const NEEDS_ENGINE = {
  why: 'needs a container engine with a registry; npm run test:images builds and runs the image, and server/test/manifests.test.ts checks the files',
};
const NEEDS_CLUSTER = {
  why: 'needs a Kubernetes cluster; server/test/manifests.test.ts checks the manifests',
};
const NEEDS_SYSTEMD = {
  why: 'needs root on a machine with systemd; server/test/manifests.test.ts checks the units',
};
const WALK = { by: 'acceptance/walk.test.ts' };
const TEST_RUNS = { why: 'runs the tests themselves' };
const BACKUP = { by: 'acceptance/drills/backup.test.ts' };

export const CHECKS: Readonly<Record<string, Check>> = {
  'README.md: $ charter team provision --template Project --name "Harbour tunnel" --watch': WALK,
  'README.md: npm start    # installs what is missing, starts PostgreSQL and the service, fills in two sample organisations':
    { why: 'installs, and runs the tests themselves' },
  'README.md: # The command line. This shell then finds `charter` in every folder.': WALK,
  "README.md: export CHARTER_TOKEN=$(charter token --user sofia.rossi@meridian.example)   # for curl, which can't sign in":
    { on: 'sample', replace: { 'http://127.0.0.1:3000': ['$CHARTER_URL'], 'curl -s': ['curl -sf'] } },
  'CONTRIBUTING.md: npm test            # types, lint, and the tests; installs what is missing first (below eight minutes on two cores)':
    TEST_RUNS,
  'CONTRIBUTING.md: CHARTER_TEST_GRAPH_TEAMS=1000 CHARTER_TEST_GRAPH_KILLS=50 CHARTER_TEST_GRAPH_SEEDS=1,2,3 npm run test:chaos -- server/test/graph/hostile.test.ts':
    TEST_RUNS,
  'docs/distributed-database.md: sudo apt-get install build-essential postgresql-15 postgresql-server-dev-15 libkrb5-dev liblz4-dev libpam0g-dev libreadline-dev libselinux1-dev libssl-dev libxslt1-dev libzstd-dev zlib1g-dev':
    { why: 'builds Citus, which takes minutes and root' },
  'docs/distributed-database.md: CHARTER_TEST_CITUS=/usr/lib/postgresql/15 npm run test:citus': TEST_RUNS,
  'CONTRIBUTING.md: CHARTER_PUBLIC_URL=http://127.0.0.1:5173 npm start': {
    why: 'the development server of Vite on its fixed port',
  },
  'cli/README.md: npm install --global @charter/cli': { by: 'scripts/packages/packages.test.ts' },
  'sdk/README.md: npm install @charter/sdk': { by: 'scripts/packages/packages.test.ts' },
  'docs/approvals.md: charter approval list --role approver --status pending': {
    on: 'sample',
    before: `cat > guarded.yaml <<'END'
manifestVersion: "1.0"
publisher: { name: Meridian }
templateConfiguration:
  id: guarded
  name: Guarded
  version: "1.0"
  language: en-US
  enabled: true
  approval: { requireApproval: true, approvalTeam: [{ id: nadia.okafor@meridian.example }] }
newTeam: { teamPrivacy: private, addRequesterAsTeamOwner: true }
END
charter template apply guarded.yaml
for name in First Second; do charter team provision --template Guarded --name "$name" --as sofia.rossi@meridian.example; done
pending() { charter approval list --role approver --status pending --json | field '[0].id'; }`,
    replace: { '<id>': ['"$(pending)"'] },
  },
  "docs/approvals.md: charter approval ask <id> --message 'Which customer is it for?'": {
    on: 'sample',
    before: `cat > asked.yaml <<'END'
manifestVersion: "1.0"
publisher: { name: Meridian }
templateConfiguration:
  id: asked
  name: Asked
  version: "1.0"
  language: en-US
  enabled: true
  approval: { requireApproval: true, approvalTeam: [{ id: nadia.okafor@meridian.example }] }
newTeam: { teamPrivacy: private, addRequesterAsTeamOwner: true }
END
charter template apply asked.yaml
job=$(charter team provision --template Asked --name "Asked" --as sofia.rossi@meridian.example)
id=$(charter job get "$job" --json | field .data.approval.id)`,
    replace: {
      '<id>': ['"$id"', '"$id"', '"$id"'],
      "--message 'For Fabrikam.'": ["--message 'For Fabrikam.' --as sofia.rossi@meridian.example"],
    },
  },
  'docs/apps.md: charter app create "Payroll" --scope teams.read people.read': { on: 'sample' },
  'docs/apps.md: charter app update <id> --scope teams.read       # replaces the scopes': {
    on: 'sample',
    before: 'app=$(charter app create "Updated" --scope teams.read people.read --json | field .appId)',
    replace: { '<id>': ['"$app"'] },
  },
  'docs/apps.md: curl -s -u "<id>:<secret>" http://127.0.0.1:3000/oidc/token -d grant_type=client_credentials -d scope=teams.read':
    {
      on: 'sample',
      before: `made=$(charter app create "Called" --scope teams.read --json)
app=$(echo "$made" | field .appId)
secret=$(echo "$made" | field .secret)`,
      replace: {
        '<id>:<secret>': ['$app:$secret'],
        'http://127.0.0.1:3000': ['$CHARTER_URL'],
        'curl -s': ['curl -sf'],
      },
    },
  'docs/apps.md: charter app add-secret <id> --name "Blue" --expires 2027-06-30T00:00:00Z': {
    on: 'sample',
    before: `made=$(charter app create "Rotated" --scope teams.read --json)
app=$(echo "$made" | field .appId)
secretId=$(echo "$made" | field .secretId)`,
    replace: { '<id>': ['"$app"'], '<secretId>': ['"$secretId"'] },
  },
  'docs/audit.md: cp -r ./audit-checkpoints ./checkpoints                            # before the export': {
    by: 'acceptance/audit.test.ts',
  },
  'docs/bulk.md: charter team bulk archive --filter "isArchived eq false and lastActivityDateTime lt 2026-01-01" --dry-run':
    { by: 'acceptance/unused-teams.test.ts' },
  'docs/cli/index.md: export PATH="$PATH:$PWD/node_modules/.bin"': WALK,
  'docs/deploy.md: docker build --tag charter:<version> .   # in a checkout, add: --build-arg COMMIT="$(git rev-parse HEAD)"':
    NEEDS_ENGINE,
  'docs/deploy.md: sudo tar -xzf charter-server-<version>.tar.gz -C /opt': NEEDS_SYSTEMD,
  'docs/deploy.md: cd deploy/compose': NEEDS_ENGINE,
  'docs/deploy.md: . ./.env': NEEDS_ENGINE,
  'docs/deploy.md: docker compose run --rm migrate': NEEDS_ENGINE,
  'docs/deploy.md: kubectl create namespace charter': NEEDS_CLUSTER,
  'docs/deploy.md: kubectl apply -k overlays/production': NEEDS_CLUSTER,
  'docs/deploy.md: kubectl -n charter delete job charter-migrate --ignore-not-found': NEEDS_CLUSTER,
  "docs/deploy.md: cat > charter.yaml <<'END'": NEEDS_CLUSTER,
  'docs/deploy.md: sudo install -d -m 0700 /etc/charter': NEEDS_SYSTEMD,
  'docs/deploy.md: sudo systemctl restart charter-migrate': NEEDS_SYSTEMD,
  'docs/channels.md: charter channel violations --status scheduled': {
    why: 'Nobody makes channels outside of the embedded suite. flows/channels/channels.test.ts makes them in its tables.',
  },
  'docs/channels.md: charter channel archive <team> <channel> --watch': {
    on: 'sample',
    before: `team=$(charter team provision --template Project --name "Concluded" --watch)
channel=$(charter channel create "$team" --name Finished --json | field .id)`,
    replace: { '<team>': ['"$team"', '"$team"'], '<channel>': ['"$channel"', '"$channel"'] },
  },
  'docs/channels.md: charter template apply templates/channels/client-room.yaml': {
    on: 'sample',
    before: `ln -s "$CHECKOUT/templates" templates
team=$(charter team provision --template Project --name "Rooms" --watch)`,
    replace: { '<team>': ['"$team"'] },
  },
  'docs/guests.md: charter member add <team> guest@partner.example --end 2027-03-31T00:00:00Z --sponsor hannah.fischer@meridian.example':
    { why: 'It names a guest of another organisation. flows/guests/guests.test.ts sets ends and sponsors.' },
  'docs/guests.md: charter review list --status open': { on: 'sample' },
  'docs/guests.md: charter review get <review> --decision none': {
    why: 'A review starts months after its policy was made. acceptance/operations/reviews.ts decides one.',
  },
  'docs/lifecycle.md: charter lifecycle simulate': { on: 'sample' },
  'docs/reports.md: charter report teams --output csv > teams.csv': { on: 'sample' },
  'docs/microsoft-365.md: az login --tenant contoso.onmicrosoft.com --allow-no-subscriptions': NEEDS_ENTRA,
  'docs/microsoft-365.md: graph=00000003-0000-0000-c000-000000000000   # Microsoft Graph, the same in every tenant':
    NEEDS_ENTRA,
  'docs/microsoft-365.md: az ad app permission admin-consent --id "$app"': NEEDS_ENTRA,
  'docs/microsoft-365.md: openssl req -x509 -newkey rsa:2048 -noenc -days 365 -subj /CN=Charter -keyout charter.key -out charter.crt':
    NEEDS_ENTRA,
  'docs/microsoft-365.md: az ad app federated-credential create --id "$app" --parameters \'{': NEEDS_ENTRA,
  'docs/microsoft-365.md: url=https://charter.contoso.com': NEEDS_ENTRA,
  'docs/microsoft-365.md: export CHARTER_SUITE=graph': NEEDS_ENTRA,
  'docs/microsoft-365.md: charter login --url "$url"     # on a machine without a browser: --device':
    NEEDS_ENTRA,
  'docs/microsoft-365.md: echo \'{ "manifestVersion": "1.0", "templateConfiguration": { "id": "trial", "name": "Trial", "language": "en-US" } }\' > trial.json':
    { on: 'own' },
  'docs/microsoft-365.md: export CHARTER_PUBLIC_URL=https://charter.contoso.example': NEEDS_ENTRA,
  'docs/microsoft-365.md: charter graph-tenant set 72f988bf-86f1-41af-91ab-2d7cd011db47 \\': NEEDS_ENTRA,
  'docs/mutation.md: npm run test:mutation -- --list                             # count the mutants':
    TEST_RUNS,
  'docs/operations.md: charter audit verify audit.ndjson --checkpoints ./audit-checkpoints \\': {
    by: 'cli/src/audit/losses.test.ts',
  },
  'docs/operations.md: sha256sum --check SHA256SUMS': { by: 'scripts/release/release.test.ts' },
  'docs/operations.md: cd charter-server-<version>': { by: 'scripts/release/release.test.ts' },
  'docs/operations.md: CHARTER_BACKUP_URL=postgres://charter_backup:…@db.example/charter npx node scripts/backup.ts /backups/2026-11-22':
    BACKUP,
  'docs/operations.md: createdb --owner=charter_owner charter': BACKUP,
  'docs/operations.md: npx node scripts/backup.ts /backups/2026-11-22': {
    by: 'scripts/release/release.test.ts',
  },
  'docs/owners.md: charter owner list': {
    on: 'sample',
    before: 'team=$(charter team provision --template Project --name "Owned" --watch)',
    replace: { '<team>': ['"$team"'] },
  },
  'docs/team-directory.md: charter directory list --search harbour': {
    on: 'sample',
    // Nadia, who runs the commands, must not be in the team that she asks to join.
    before: `team=$(charter team provision --template Project --name "Found" --watch)
charter team update "$team" --visibility public
charter member add "$team" ruben.dewit@meridian.example --role owner
charter member remove "$team" nadia.okafor@meridian.example`,
    replace: { '<team>': ['"$team"'] },
  },
  'docs/policies.md: charter policy apply policies.json': {
    on: 'sample',
    before: `cat > policies.json <<'END'
{policies.json}
END`,
    // The name violates a policy, so the command exits with a failure.
    replace: { "charter policy check 'Top-Secret": ["! charter policy check 'Top-Secret"] },
  },
  'docs/policies.md: charter policy attach <policy> <team>': {
    on: 'sample',
    before: `policy=$(charter policy list --json | field '[0].id')
team=$(charter team provision --template Project --name "Attached" --watch)`,
    replace: { '<policy>': ['"$policy"'], '<team>': ['"$team"'] },
  },
  'docs/portal.md: export CHARTER_PORTAL_CLIENT_ID=charter-portal': {
    ...NEEDS_PROVIDER,
    given: { CHARTER_OIDC_ISSUER: 'https://id.contoso.example', CHARTER_OIDC_AUDIENCE: 'charter' },
  },
  'docs/portal.md: export CHARTER_PUBLIC_URL=https://charter.contoso.com': NEEDS_ENTRA,
  'docs/portal.md: charter teams-app package --developer Contoso --privacy-url https://contoso.com/privacy --out charter.zip':
    { by: 'cli/src/teams-app/package.test.ts' },
  'docs/portal.md: npm start                           # the service, with the built portal': TEST_RUNS,
  'docs/privacy.md: charter person erase ada@fabrikam.example --dry-run': {
    on: 'sample',
    replace: { 'ada@fabrikam.example': ['lucas.almeida@meridian.example'] },
  },
  'docs/scaling.md: npm run scale                                                # about an hour; needs 30 GB of disk and 8 GB of memory':
    { why: 'takes an hour; scripts/scale/fill.test.ts tests the generator' },
  'docs/templates.md: charter template apply templates/meridian/deal-room.yaml    # one manifest': {
    on: 'sample',
    before: 'ln -s "$CHECKOUT/templates" templates',
  },
  'docs/templates.md: charter template check deal-room.yaml': {
    on: 'sample',
    before: 'cp -r "$CHECKOUT/templates/meridian/"deal-room* .',
  },
  'docs/templates.md: charter hook create https://crm.example.com/charter --name CRM --event team_provisioning_completed':
    {
      on: 'sample',
    },
  'docs/templates.md: charter team list --filter "metadata/costCentre eq \'4711\' and metadata/budget ge 100"':
    {
      on: 'sample',
    },
  'docs/own-steps.md: charter hook create https://crm.example.com/charter --name CRM --event team_provisioning_completed':
    {
      on: 'sample',
    },
  'docs/webhooks.md: charter hook listen --as nadia.okafor@meridian.example': {
    by: 'acceptance/webhooks.test.ts',
  },
  'docs/webhooks.md: charter hook create https://hooks.example.com/charter --event team_created team_deleted':
    {
      on: 'sample',
    },
  'docs/webhooks.md: charter hook redeliver <hook> <delivery>                                   # one delivery':
    {
      by: 'acceptance/webhooks.test.ts',
    },
  'docs/webhooks.md: charter hook rotate-secret <hook> --overlap 24': {
    on: 'sample',
    before:
      'hook=$(charter hook create https://hooks.example.com/rotated --event team_created --json | field .id)',
    replace: { '<hook>': ['"$hook"'] },
  },
  'docs/your-own-organisation.md: export CHARTER_SAMPLE_DATA=off': { by: 'acceptance/first-run.test.ts' },
  'docs/your-own-organisation.md: export PATH="$PATH:$PWD/node_modules/.bin"   # in the checkout: finds charter':
    {
      by: 'acceptance/login.test.ts',
    },
  'docs/your-own-organisation.md: export CHARTER_PUBLIC_URL=https://charter.contoso.example': NEEDS_PROVIDER,
  'docs/your-own-organisation.md: charter login --url https://charter.contoso.example   # a trial on one machine needs no --url':
    { by: 'acceptance/login.test.ts' },
  'docs/your-own-organisation.md: charter user import people.csv': {
    on: 'own',
    before: `cat > people.csv <<'END'
{people.csv}
END
sed -i "s/^690222be-ff1a-4d56-abd1-7e4f7d38e474/$(charter user list --json | field '[0].id')/" people.csv`,
  },
  'docs/your-own-organisation.md: charter role assign alan GOVERNANCE_MANAGER': { on: 'own' },
  'docs/your-own-organisation.md: charter template apply project.yaml': {
    on: 'own',
    before: `cat > project.yaml <<'END'
{project.yaml}
END`,
  },
  'docs/your-own-organisation.md: charter app create "Payroll"': { on: 'own' },
  'docs/your-own-organisation.md: export CHARTER_URL=https://charter.contoso.example': {
    on: 'own',
    before: `made=$(charter app create "CI" --scope teams.request jobs.read catalog.read --json)
app=$(echo "$made" | field .appId)
secret=$(echo "$made" | field .secret)
unset CHARTER_TOKEN`,
    replace: {
      'https://charter.contoso.example': ['"$CHARTER_URL"'],
      "<the app's id>": ['"$app"'],
      '<its secret>': ['"$secret"'],
    },
  },
  'docs/your-own-organisation.md: export CHARTER_OIDC_PRESET=entra': NEEDS_PROVIDER,
  'docs/your-own-organisation.md: export CHARTER_OIDC_PRESET=okta': NEEDS_PROVIDER,
  'docs/your-own-organisation.md: export CHARTER_OIDC_PRESET=auth0': NEEDS_PROVIDER,
  'docs/your-own-organisation.md: export CHARTER_OIDC_PRESET=google': NEEDS_PROVIDER,
  'docs/your-own-organisation.md: charter user impact grace@contoso.example': { on: 'own' },
  'docs/your-own-organisation.md: charter role assign grace GOVERNANCE_MANAGER --until 2027-06-30T22:00:00Z':
    { on: 'own' },
  'docs/your-own-organisation.md: charter admin recover grace@contoso.example     # --tenant <id> when the service has several organisations':
    { by: 'server/src/commands/admin/recover.test.ts' },
  'docs/your-own-organisation.md: charter scim token create Entra              # prints the token once; --expires-in 365 lets it expire':
    {
      on: 'own',
      replace: { '<id>': ['"$(charter scim token list --json | field \'[0].id\')"'] },
    },
};
