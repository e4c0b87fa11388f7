/**
 * Measures the portal in a real browser: how soon Home is complete on a warm service, and the longest task while long
 * lists scroll, compared with the browser's own layout of the page.
 */
import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP_SIZE, openBrowser, signIn } from '../portal/test/browser.ts';
import { type Measurement, median } from './measurement.ts';
import { measureSample } from './sample-service.ts';

const TEAMS = 10_000;
const RECORDS = 100_000;
const TEMPLATES = 1_000;

const OPENINGS = 5;
const HOME_MILLISECONDS = 1_000;
/** Maximum duration of a task while a list scrolls, as a multiple of one layout of the page. */
const LAYOUTS = 10;
const LAYOUT_ROUNDS = 9;
const WHEEL_TURNS = 60;
const WHEEL_PIXELS = 900;

const ADMINISTRATOR = 'Nadia Okafor';

/** Long lists, each with a text that it shows when it is loaded. */
const LISTS: Record<string, { path: string; shown: string }> = {
  [`${TEMPLATES.toLocaleString('en')} cards`]: { path: '/request', shown: 'Template 10' },
  [`${TEMPLATES.toLocaleString('en')} templates`]: { path: '/templates', shown: 'Template 10' },
  [`${TEAMS.toLocaleString('en')} teams`]: { path: '/teams?scope=all', shown: 'Team 00001' },
  [`${RECORDS.toLocaleString('en')} audit records`]: { path: '/audit?trail=teams', shown: 'Person' },
};

// The programs for the browser are text, because the types of the browser are not available here.
const PAINTED_AT = `
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(performance.timeOrigin + list.getEntries().at(-1).startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  })`;
const WATCH_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });`;
/** Measures one creation and layout of the visible page by the browser, without the portal's code. */
const LAY_OUT = `
  (() => {
    const page = document.body.cloneNode(true);
    page.querySelectorAll('script').forEach((script) => script.remove());
    const began = performance.now();
    const copy = page.cloneNode(true);
    document.documentElement.append(copy);
    copy.getBoundingClientRect();
    const took = performance.now() - began;
    copy.remove();
    return took;
  })()`;
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve()))';

const COPY_TEMPLATES = `
  insert into charter.templates
    (tenant_id, template_id, revision, version, catalog_template, structure, manifest, manifest_format)
  select tenant_id, 'bench.' || n, revision, version,
         jsonb_set(jsonb_set(catalog_template, '{templateConfiguration,id}', to_jsonb('bench.' || n)),
                   '{templateConfiguration,name}', to_jsonb('Template ' || n)),
         structure, manifest, manifest_format
    from charter.templates, generate_series(1, $1::int) n
   where template_id = 'example.meridian.project'`;

const ADD_TEAMS = `
  insert into directory.teams
    (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
  select $1, gen_random_uuid()::text, 'Team ' || lpad(n::text, 5, '0'), n::text, 'https://teams.example/' || n,
         'private', 'bench-' || n, '{}', now() - make_interval(days => n % 400)
    from generate_series(1, $2::int) n`;

const ADD_RECORDS = `
  insert into charter.audit_records
    (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name, target_type, target_id,
     target_name, request_id, outcome, fields)
  select $1, lpad(to_hex(n), 32, '0')::uuid, 'teams', 'team_updated', now() - make_interval(mins => n),
         'person-' || (n % 100), 'user', 'Person ' || (n % 100), 'team', 'team-' || (n % 2000), 'Team ' || (n % 2000),
         'request-' || n, 'success', json_build_object('teamId', 'team-' || (n % 2000), 'teamName', 'Team ' || n)
    from generate_series(1, $2::int) n`;

/** The sequence numbers are far above those of the records that the service writes itself. */
const ADD_CHAIN = `
  insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
  select $1, 'teams', 1000000 + n, lpad(to_hex(n), 32, '0')::uuid, sha256(n::text::bytea)
    from generate_series(1, $2::int) n`;

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(COPY_TEMPLATES, [TEMPLATES]);
  await client.query('update charter.template_stamps set stamp = gen_random_uuid()');
  await client.query(ADD_TEAMS, [tenantId, TEAMS]);
  await client.query(ADD_RECORDS, [tenantId, RECORDS]);
  await client.query(ADD_CHAIN, [tenantId, RECORDS]);
}

/** Returns the milliseconds from the navigation to the largest contentful paint, with the redirects of the sign-in. */
async function openHome(page: Page, url: string): Promise<number> {
  const began = Date.now();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const paintedAt = await page.evaluate<number>(PAINTED_AT);
  return paintedAt - began;
}

/** Returns the milliseconds of the longest task while the list scrolls; 0 when no task takes 50 ms (Long Tasks API). */
async function scroll(page: Page): Promise<number> {
  await page.evaluate(WATCH_TASKS);
  await page.mouse.move(DESKTOP_SIZE.width / 2, DESKTOP_SIZE.height / 2);
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await page.evaluate(NEXT_FRAME);
  }
  await page.waitForLoadState('networkidle');
  const tasks = await page.evaluate<number[]>('window.longTasks');
  return Math.max(0, ...tasks);
}

async function measureLists(browser: Browser, url: string): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, { path, shown }] of Object.entries(LISTS)) {
    const page = await signIn(browser, url + path, ADMINISTRATOR);
    await page.getByText(shown).first().waitFor();
    const longest = await scroll(page);
    const layouts: number[] = [];
    for (let round = 0; round < LAYOUT_ROUNDS; round += 1) layouts.push(await page.evaluate<number>(LAY_OUT));
    const layout = median(layouts);
    measurements.push({
      name: `portal, longest task while ${name} scroll, against one layout of the page`,
      value: longest / layout,
      limit: LAYOUTS,
      comparison: 'atMost',
      unit: 'times',
      detail: {
        'longest ms': longest,
        'layout ms': layout,
        pixels: await page.evaluate<number>('window.scrollY'),
      },
    });
    await page.context().close();
  }
  return measurements;
}

async function measureHome(browser: Browser, url: string): Promise<Measurement> {
  const page = await signIn(browser, url, ADMINISTRATOR);
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) times.push(await openHome(page, url));
  return {
    name: 'portal, Home to its largest contentful paint',
    value: median(times),
    limit: HOME_MILLISECONDS,
    comparison: 'atMost',
    unit: 'ms',
    detail: { least: Math.min(...times), most: Math.max(...times) },
  };
}

export const measurePortal = (): Promise<Measurement[]> =>
  measureSample(fill, async ({ url }) => {
    const browser = await openBrowser();
    try {
      return [await measureHome(browser, url), ...(await measureLists(browser, url))];
    } finally {
      await browser.close();
    }
  });
