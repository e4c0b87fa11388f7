/**
 * Checks the files in deploy/ without a cluster: objects of Kubernetes against their types, values of the chart against
 * their schema, what kustomize and Helm render from them, settings against the configuration, and units with systemd.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import type { StatefulSet } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { ConfigMap, Container, PodSpec } from 'kubernetes-types/core/v1.d.ts';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import { parse, parseAllDocuments } from 'yaml';
import { configurationReference, readConfig } from '../src/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');
const KUBERNETES = join(DEPLOY, 'kubernetes');
const CHART = join(DEPLOY, 'helm/charter');

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const { version: VERSION } = JSON.parse(read(ROOT, 'server/package.json')) as { version: string };

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

const OVERLAYS = ['small', 'production'];

/** An object in a file of deploy/kubernetes. */
interface Found {
  file: string;
  manifest: Manifest;
}

const isKustomization = (file: string): boolean => file.endsWith('kustomization.yaml');

const manifests: Found[] = globSync('**/*.yaml', { cwd: KUBERNETES })
  .filter((file) => !isKustomization(file) && !file.endsWith('prometheus-adapter.yaml'))
  .flatMap((file) =>
    parseAllDocuments(read(KUBERNETES, file)).map((text) => ({ file, manifest: text.toJS() as Manifest })),
  );

const inBase = (kind: string, name: string): Manifest => {
  const found = manifests.find(
    ({ file, manifest }) =>
      dirname(file) === 'base' && manifest.kind === kind && manifest.metadata.name === name,
  );
  return found?.manifest ?? assert.fail(`deploy/kubernetes/base has no ${kind} ${name}`);
};

/** Modules of kubernetes-types by group. It has no types for the custom resources of other groups. */
const TYPED: Readonly<Record<string, string>> = {
  '': 'core',
  apps: 'apps',
  autoscaling: 'autoscaling',
  batch: 'batch',
  'networking.k8s.io': 'networking',
  policy: 'policy',
};

/** Returns a program that compiles only when the object has the fields of its type, and no others. */
function declarationOf({ file, manifest }: Found, index: number): string {
  const [version = '', group = ''] = manifest.apiVersion.split('/').toReversed();
  const folder = TYPED[group];
  if (folder === undefined) return '';
  const type = `import('kubernetes-types/${folder}/${version}').${manifest.kind}`;
  // A patch has only some of the fields.
  const wanted = file.includes('entra-workload-identity') ? `Part<${type}>` : type;
  return `// ${file}\nexport const object${index}: ${wanted} = ${JSON.stringify(manifest)};\n`;
}

const PART =
  'type Part<T> = T extends (infer I)[] ? Part<I>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;\n';

/** Compiles the program, and returns the errors. */
function compile(program: string): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'manifests-'));
  try {
    writeFileSync(join(folder, 'objects.ts'), program);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'preserve',
      target: 'es2022',
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }));
    return spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SETTINGS = new Set(
  [...configurationReference().matchAll(/^\| `([A-Z_0-9]+)` \|/gm)].map(([, name]) => name),
);

/** Settings whose values are secrets of the installation. */
const SECRETS = {
  CHARTER_SERVICE_DATABASE_URL: 'postgres://charter_app:secret@db.example/charter',
  CHARTER_SECRET_KEY: 'k'.repeat(32),
};

/** Asserts that a node would start with the settings. */
function assertSettings(settings: Record<string, string>): void {
  for (const name of Object.keys(settings)) assert.ok(SETTINGS.has(name), `${name} is no setting`);
  readConfig({ HOST: '0.0.0.0', ...SECRETS, ...settings });
}

const podOf = (kind: string, name: string): PodSpec =>
  (inBase(kind, name) as StatefulSet).spec?.template.spec ?? assert.fail();

/** A sentence that skips a test when the program is missing; false when it is there. */
const needs = (program: string, ...args: string[]): string | false =>
  spawnSync(program, args).status === 0 ? false : `needs ${program}`;

const kubectl = needs('kubectl', 'version', '--client');
const helm = needs('helm', 'version');

/** Returns the objects that the program prints as YAML. */
function render(program: string, ...args: string[]): Manifest[] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return parseAllDocuments(stdout).flatMap((text) => (text.toJS() as Manifest | null) ?? []);
}

type Labels = Readonly<Record<string, string>>;
interface Workload extends Manifest {
  spec: { selector?: { matchLabels: Labels }; template: { metadata: { labels: Labels }; spec: PodSpec } };
}

const isWorkload = (object: Manifest): object is Workload =>
  ['Deployment', 'StatefulSet', 'Job'].includes(object.kind);

const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

/** Returns the labels by which the object selects pods or Services; undefined when it selects none. */
function selectorOf({ kind, spec }: Manifest & { spec?: Record<string, unknown> }): Labels | undefined {
  if (kind === 'Service') return spec?.selector as Labels;
  const selector = kind === 'NetworkPolicy' ? spec?.podSelector : spec?.selector;
  return (selector as { matchLabels?: Labels } | undefined)?.matchLabels;
}

/** Asserts that the objects have only the fields of their types, and refer only to each other and to known Secrets. */
function assertRendered(objects: readonly Manifest[]): void {
  const declared = objects.map((manifest, index) => declarationOf({ file: manifest.kind, manifest }, index));
  assert.equal(compile(declared.join('')), '');
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.equal(new Set(names).size, names.length, `two objects have one name: ${names}`);
  const workloads = objects.filter(isWorkload);
  assert.deepEqual(workloads.map(({ kind }) => kind).sort(), ['Deployment', 'Job', 'StatefulSet']);
  const services = objects.filter(({ kind }) => kind === 'Service') as (Manifest & {
    metadata: { labels: Labels };
  })[];
  for (const { spec, metadata } of workloads) {
    const pod = spec.template.spec;
    const { image = '', envFrom = [] } = onlyContainer(pod);
    assert.equal(image, `registry.example.com/charter:${VERSION}`);
    if (spec.selector)
      assert.ok(selects(spec.selector.matchLabels, spec.template.metadata.labels), metadata.name);
    const wanted = envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []);
    for (const name of wanted)
      assert.ok(names.includes(`ConfigMap ${name}`), `${metadata.name} names ${name}`);
    const secrets = envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
    assert.ok(
      secrets.every((name) => ['charter', 'charter-owner'].includes(name)),
      secrets.join(),
    );
    const { serviceAccountName } = pod;
    if (serviceAccountName)
      assert.ok(names.includes(`ServiceAccount ${serviceAccountName}`), serviceAccountName);
  }
  for (const object of objects) {
    const selector = selectorOf(object);
    if (selector === undefined) continue;
    const found = (
      object.kind === 'ServiceMonitor'
        ? services.map(({ metadata }) => metadata.labels)
        : workloads.map(({ spec }) => spec.template.metadata.labels)
    ).filter((labels) => selects(selector, labels));
    assert.ok(found.length > 0, `${object.kind} ${object.metadata.name} selects nothing`);
  }
  for (const { spec } of objects.filter(
    ({ kind }) => kind === 'HorizontalPodAutoscaler',
  ) as HorizontalPodAutoscaler[]) {
    const { kind, name } = spec?.scaleTargetRef ?? {};
    assert.ok(names.includes(`${kind} ${name}`), `the autoscaler scales ${kind} ${name}`);
  }
}

const onlyContainer = ({ containers }: PodSpec): Container => containers[0] ?? assert.fail();

describe('the manifests for Kubernetes', () => {
  it('have only the fields of their Kubernetes types', () => {
    assert.equal(compile(PART + manifests.map(declarationOf).join('')), '');
  });

  it('are rejected by the check for a field that their type does not have', () => {
    const manifest = structuredClone(inBase('Deployment', 'charter-api')) as Manifest & { spec: object };
    Object.assign(manifest.spec, { replica: 2 });
    assert.match(compile(declarationOf({ file: 'base/api.yaml', manifest }, 0)), /replica/);
  });

  for (const overlay of OVERLAYS) {
    it(`render the overlay ${overlay} to valid objects that fit together`, { skip: kubectl }, () => {
      const objects = render('kubectl', 'kustomize', join(KUBERNETES, 'overlays', overlay));
      assertRendered(objects);
      for (const { kind, metadata } of objects) assert.equal(metadata.namespace, 'charter', kind);
      const { data } = objects.find(({ kind }) => kind === 'ConfigMap') as ConfigMap;
      assertSettings(data ?? {});
    });
  }

  it('reference existing files', () => {
    for (const file of globSync('**/kustomization.yaml', { cwd: KUBERNETES })) {
      const {
        resources = [],
        components = [],
        patches = [],
        configMapGenerator = [],
      } = parse(read(KUBERNETES, file)) as Record<string, never[]>;
      const paths = [
        ...resources,
        ...components,
        ...patches.flatMap(({ path }) => path ?? []),
        ...configMapGenerator.flatMap(({ envs }) => envs),
      ];
      assert.ok(paths.length > 0, file);
      for (const path of paths) {
        assert.ok(existsSync(resolve(KUBERNETES, dirname(file), path)), `${file} names ${path}`);
      }
    }
  });

  for (const [kind, name] of [
    ['Deployment', 'charter-api'],
    ['StatefulSet', 'charter-worker'],
  ] as const) {
    it(`give ${name} time to stop before it is killed, and probe the health port`, () => {
      const pod = podOf(kind, name);
      const { env = [], ports = [], startupProbe, livenessProbe, readinessProbe } = onlyContainer(pod);
      const given = env.map(({ name, value = '' }) => [name, value] as const);
      const { drainSeconds, shutdownSeconds } = readConfig({ ...SECRETS, ...Object.fromEntries(given) });
      // serve.ts ends the process 30 seconds after both.
      assert.ok((pod.terminationGracePeriodSeconds ?? 0) > drainSeconds + shutdownSeconds + 30);
      assert.deepEqual(
        [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.port),
        ['health', 'health', 'health'],
      );
      assert.match(
        read(ROOT, 'Dockerfile'),
        new RegExp(`CHARTER_HEALTH_PORT=${ports.find(({ name }) => name === 'health')?.containerPort}\\b`),
      );
    });
  }

  it('give the password of the owner only to the migration', () => {
    const secretsOf = (pod: PodSpec) =>
      onlyContainer(pod).envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? []);
    assert.deepEqual(secretsOf(podOf('Job', 'charter-migrate')), ['charter', 'charter-owner']);
    assert.deepEqual(secretsOf(podOf('Deployment', 'charter-api')), ['charter']);
    assert.deepEqual(secretsOf(podOf('StatefulSet', 'charter-worker')), ['charter']);
  });

  it('let pods reach the same ports as the chart, and those of the documented addresses', () => {
    const { spec } = inBase('NetworkPolicy', 'charter') as NetworkPolicy;
    const ports = (spec?.egress ?? []).flatMap(({ ports = [] }) => ports);
    const tcp = ports.filter(({ protocol }) => protocol === 'TCP').map(({ port }) => Number(port));
    const { networkPolicy } = parse(read(CHART, 'values.yaml')) as {
      networkPolicy: { egressPorts: number[] };
    };
    assert.deepEqual(tcp, [53, ...networkPolicy.egressPorts]);
    const guides = ['observability.md', 'deploy.md', 'configuration.md'].map((file) =>
      read(ROOT, 'docs', file),
    );
    const documented = guides.flatMap((text) =>
      [...text.matchAll(/\b(?:https?|smtps?):\/\/(?!127\.0\.0\.1|localhost)[\w.-]+:(\d+)/g)].map(([, port]) =>
        Number(port),
      ),
    );
    assert.ok(documented.includes(4318));
    assert.deepEqual(
      documented.filter((port) => !tcp.includes(port)),
      [],
    );
  });

  for (const overlay of OVERLAYS) {
    it(`have valid settings in the overlay ${overlay}`, () => {
      assertSettings(
        parseEnv(read(KUBERNETES, 'overlays', overlay, 'charter.env')) as Record<string, string>,
      );
    });
  }
});

it('the autoscaler scales workers by a metric that nodes serve', () => {
  const files = ['kubernetes/components/autoscaling/worker.yaml', 'helm/charter/templates/autoscaler.yaml'];
  const documented = read(ROOT, 'docs/observability.md');
  for (const file of [...files, 'kubernetes/components/autoscaling/prometheus-adapter.yaml']) {
    const names = read(DEPLOY, file).match(/\bcharter_[a-z_]+/g) ?? [];
    assert.ok(names.length > 0, file);
    for (const name of names) assert.ok(documented.includes(`\`${name}\``), `${file} names ${name}`);
  }
});

describe('the chart', () => {
  const validate = new Ajv({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    allowMatchingProperties: true,
  }).compile(JSON.parse(read(CHART, 'values.schema.json')));
  const values = () => parse(read(CHART, 'values.yaml')) as { settings: Record<string, string> };

  it('has values that its schema accepts', () => {
    assert.ok(validate(values()), JSON.stringify(validate.errors));
  });

  it('rejects a misspelled value, and a secret among the settings', () => {
    assert.ok(!validate({ ...values(), replica: 2 }));
    assert.ok(!validate({ ...values(), settings: { ...values().settings, ...SECRETS } }));
  });

  it('has valid settings when an issuer is added', () => {
    const issuer = { CHARTER_OIDC_ISSUER: 'https://login.example.com', CHARTER_OIDC_AUDIENCE: 'charter' };
    assertSettings({ ...issuer, ...values().settings });
  });

  const EVERYTHING = [
    'autoscaling.enabled=true',
    'serviceMonitor.enabled=true',
    'serviceMonitor.labels.release=prometheus',
    'route.enabled=true',
    'entraWorkloadIdentity.enabled=true',
    'image.pullSecrets={registry}',
    'worker.storage.className=fast',
  ].flatMap((value) => ['--set', value]);
  for (const [what, values] of [
    ['the default values', []],
    ['everything turned on', EVERYTHING],
  ] as const) {
    it(`renders valid objects that fit together, with ${what}`, { skip: helm }, () => {
      const objects = render('helm', 'template', 'charter', CHART, '--namespace', 'charter', ...values);
      assertRendered(objects);
      const isComplete = ['HorizontalPodAutoscaler', 'ServiceMonitor', 'HTTPRoute'].every((kind) =>
        objects.some((object) => object.kind === kind),
      );
      assert.equal(isComplete, values.length > 0);
    });
  }

  it('is rejected by Helm with a misspelled value', { skip: helm }, () => {
    const { status, stderr } = spawnSync('helm', ['template', 'charter', CHART, '--set', 'replica=2'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /replica/);
  });

  it('has the version of the service', () => {
    const chart = parse(read(CHART, 'Chart.yaml')) as { appVersion: string };
    assert.equal(chart.appVersion, VERSION);
  });
});

interface ComposeService {
  environment?: Record<string, string>;
}

describe('the compose file', () => {
  const text = read(DEPLOY, 'compose/compose.yaml');
  const variables = parseEnv(read(DEPLOY, 'compose/example.env')) as Record<string, string>;
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };

  it('needs the variables of example.env, and no others', () => {
    const needed = [...text.matchAll(/\$\{([A-Z_]+)(?::\?|:-\})/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(needed)].sort(), Object.keys(variables).sort());
  });

  it('gives each node valid settings, and the owner’s password only to the migration', () => {
    const secrets = {
      CHARTER_APP_PASSWORD: 'app',
      CHARTER_OWNER_PASSWORD: 'owner',
      CHARTER_SECRET_KEY: 'k'.repeat(32),
    };
    const given = { ...variables, ...secrets } as Record<string, string>;
    for (const [name, { environment = {} }] of Object.entries(services)) {
      if (!/^(migrate|api-\d|worker-\d)$/.test(name)) continue;
      const settings = Object.entries(environment).map(([setting, value]) => [
        setting,
        value.replaceAll(
          /\$\{([A-Z_]+)(?::-([^}]*)|:\?)?\}/g,
          (_, variable, fallback) => given[variable] || (fallback ?? ''),
        ),
      ]);
      assertSettings(Object.fromEntries(settings));
      assert.equal('DATABASE_URL' in environment, name === 'migrate', name);
    }
  });

  it('replaces addresses that the Caddy example contains', () => {
    const example = read(DEPLOY, 'proxies/Caddyfile');
    for (const address of ['charter.example.com', '10.0.0.11', '10.0.0.12'])
      assert.ok(example.includes(address));
  });
});

describe('the units of systemd', () => {
  const files = globSync('*.service', { cwd: join(DEPLOY, 'systemd') });
  const isVerifiable = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('are valid', { skip: !isVerifiable && 'needs systemd-analyze' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-units-'));
    try {
      for (const file of files) {
        // systemd also checks that the program exists.
        writeFileSync(
          join(folder, file),
          read(DEPLOY, 'systemd', file).replace('/opt/charter/node_modules/node/bin/node', process.execPath),
        );
      }
      const paths = files.map((file) => join(folder, file));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('use existing settings', () => {
    assert.equal(files.length, 3);
    for (const file of files) {
      for (const [, name = ''] of read(DEPLOY, 'systemd', file).matchAll(/^Environment=([A-Z_]+)=/gm)) {
        assert.ok(SETTINGS.has(name) || name === 'NODE_COMPILE_CACHE', name);
      }
    }
  });
});
