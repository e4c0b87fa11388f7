/**
 * Compares the dashboard, the rules and the runbooks for Prometheus and Grafana with the metrics of real nodes.
 * @long
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { type GraphService, startGraphService } from './service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const OBSERVABILITY = join(ROOT, 'deploy/observability');
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const read = (file: string): string => readFileSync(join(OBSERVABILITY, file), 'utf8');

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  annotations?: { summary: string; runbook: string };
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const rules = (parse(read('rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = new Set(rules.map(({ record }) => record));
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
const pages = globSync('*.md', { cwd: RUNBOOKS }).filter((page) => page !== 'index.md');
/** PromQL blocks of the page that explains the objectives. */
const documented = [
  ...readFileSync(join(ROOT, 'docs/observability.md'), 'utf8').matchAll(/```promql\n(.*?)```/gs),
].map(([, expr = '']) => expr);

const SELECTOR = /\b((?:charter|nodejs|process)_[a-z0-9_]+|charter:[a-z0-9_:]+)\b(?:\{([^}]*)\})?/g;
const everyExpression = [...rules.map(({ expr }) => expr), ...shown.map(({ expr }) => expr), ...documented];

/** Returns the labels of each metric that a node shows, by the name that a query uses. */
function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes) found.set(name + suffix, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
  }
  return found;
}

describe('the observability files', () => {
  let world: GraphService;
  let known: Map<string, Set<string>>;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-rules-'));
    // A node with Microsoft Graph has all metrics: those of the embedded suite are among them.
    world = await startGraphService();
    await world.call(world.contoso, 'GET', '/teams');
    known = labelsIn(await (await fetch(`${world.service.url}/metrics`)).text());
  });
  after(async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('use only metrics and labels that a node exposes', () => {
    let selectors = 0;
    for (const expr of everyExpression) {
      for (const [selector, name = '', matchers = ''] of expr.matchAll(SELECTOR)) {
        selectors += 1;
        if (recorded.has(name)) continue;
        const labels = known.get(name);
        assert.ok(labels, `No node shows ${name}: ${expr}`);
        // A counter without an event shows no labels yet.
        if (labels.size === 0) continue;
        for (const [, label = ''] of matchers.matchAll(/(\w+)\s*[=!]/g)) {
          assert.ok(label === 'instance' || labels.has(label), `${selector} has no label ${label}`);
        }
      }
    }
    assert.ok(selectors > 80, `${selectors} selectors`);
  });

  it('are checked against the exact names and labels of metrics', () => {
    assert.equal(known.has('charter_queue_oldest_job_age_seconds'), true);
    assert.equal(known.has('charter_queue_oldest_job_age'), false);
    assert.equal(known.has('charter_http_request_duration_seconds'), false);
    assert.equal(known.get('charter_queue_jobs')?.has('tenant'), false);
  });

  it('document every metric of the service, and no others', () => {
    const page = readFileSync(join(ROOT, 'docs/observability.md'), 'utf8');
    const names = new Set(
      [...known.keys()].map((name) => name.replace(/_seconds_(bucket|sum|count)$/, '_seconds')),
    );
    const missing = [...names].filter((name) => name.startsWith('charter_') && !page.includes(`\`${name}\``));
    assert.deepEqual(missing, []);
    const rows = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell).join('\n');
    const documented = [...rows.matchAll(/`((?:charter|nodejs|process)_[a-z0-9_]+)`/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(documented.length > 50, `${documented.length} metrics`);
    assert.deepEqual(
      documented.filter((name) => !names.has(name)),
      [],
    );
  });

  it('have a runbook for each alert, and an alert for each runbook', () => {
    const wanted = alerts.map(({ alert = '', annotations }) => {
      const page = `${alert.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase()}.md`;
      assert.equal(annotations?.runbook, `docs/runbooks/${page}`);
      return page;
    });
    assert.deepEqual(pages.sort(), wanted.sort());
    const index = readFileSync(join(RUNBOOKS, 'index.md'), 'utf8');
    for (const page of pages) {
      const text = readFileSync(join(RUNBOOKS, page), 'utf8');
      const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      assert.deepEqual(sections, ['Symptom', 'Meaning', 'Look at', 'Do'], page);
      assert.ok(index.includes(`(${page})`), `index.md has no link to ${page}`);
      const { expr } = alerts.find(
        ({ annotations }) => basename(annotations?.runbook ?? '') === page,
      ) as Rule;
      assert.ok(text.includes(`\n${expr}\n`), `${page} shows another expression than the rule`);
    }
  });

  it('have rules and queries that promtool accepts', async (t) => {
    if (spawnSync('promtool', ['--version']).error) return t.skip('needs promtool (package prometheus)');
    const promtool = (...parts: string[]): void => {
      const { status, stdout, stderr } = spawnSync('promtool', parts, { encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}${stderr}`);
    };
    promtool('check', 'rules', join(OBSERVABILITY, 'rules.yml'));
    promtool('test', 'rules', join(OBSERVABILITY, 'rules.test.yml'));
    const queries = [...shown.map(({ expr }) => expr), ...documented].map((expr, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const file = join(folder, 'queries.yml');
    await writeFile(file, stringify({ groups: [{ name: 'queries', rules: queries }] }));
    promtool('check', 'rules', file);
  });

  it('reference only existing files in the examples', () => {
    const example = parse(read('prometheus.yml')) as { rule_files: string[] };
    for (const file of example.rule_files) assert.ok(existsSync(join(OBSERVABILITY, file)), file);
  });
});
