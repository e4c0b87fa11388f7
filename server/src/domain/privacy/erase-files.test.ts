/** Tests what an erasure does to files that Charter filled in for a person, and to their plans. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { ADA, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Principal } from '../../engine/principal.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { erasePeople, previewErasure, requestErasure } from './erase-person.ts';

const ADMIN: Principal = { ...ADA, id: 'person-9', displayName: 'Admin', roles: new Set(['GLOBAL_ADMIN']) };
const call = () => ({ requestId: newId(), operationId: newId() });
/** Bytes that contain the person's name and are not valid UTF-8. */
const BINARY = Buffer.concat([Buffer.from('Ada Lovelace'), Buffer.from([0xff, 0xfe])]);
const TEMPLATE = {
  manifestVersion: '1.0',
  templateConfiguration: { id: 'letters', name: 'Letters', version: '1.0', language: 'en', enabled: true },
  newTeam: { addRequesterAsTeamOwner: true },
  initialization: {
    structure: {},
    contents: {
      channels: [
        {
          folders: [{ path: 'For <%= user.displayName %>' }],
          files: [
            {
              path: 'Welcome.md',
              source: `data:text/plain,${encodeURIComponent('Äsk <%= user.displayName %> (<%= user.mail %>).')}`,
              rendered: true,
            },
            { path: 'Rules.md', source: 'data:text/plain,Be%20kind.' },
            {
              path: 'Picture.bin',
              source: `data:application/octet-stream;base64,${BINARY.toString('base64')}`,
            },
          ],
          plans: [
            {
              name: 'Plan of <%= user.displayName %>',
              buckets: [{ name: 'Now', tasks: [{ title: 'Meet' }] }],
            },
          ],
        },
      ],
    },
  },
};

describe('the erasure of a person whose name is in files', () => {
  let node: FilledNode;
  let teamId: string;
  let jobId: string;
  before(async () => {
    node = await startFilledNode();
    await node.storeTemplate(TEMPLATE);
    ({ id: jobId } = await node.request({ template: { id: 'letters' }, team: { name: 'Letters' } }));
    const never = new AbortController().signal;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const { store, suite } = node;
    await runJob(
      { store, suite, clock: systemClock, log, definitions: JOB_DEFINITIONS },
      { tenantId: TENANT, jobId },
      { lost: never, stopping: never },
    );
    const job = await store.in(TENANT).jobs.find(jobId);
    assert.equal(job?.status, 'completed', job?.log.at(-1));
    teamId = job?.subjectId ?? '';
  });
  after(() => node.close());

  const deps = () => ({ store: node.store, clock: systemClock });
  const channel = async () => ({ teamId, channelId: (await node.suite.channels.primary(TENANT, teamId)).id });
  const read = async (path: string) => {
    const { file, bytes } = await node.suite.contents.open(TENANT, await channel(), path);
    const content = await buffer(bytes);
    assert.equal(file.size, content.length);
    return content;
  };
  const planned = async () => {
    const job = await node.store.in(TENANT).jobs.find(jobId);
    assert.ok(job !== undefined);
    const { contents } = job.plan as unknown as {
      contents: { files: { path: string; size: number; sha256: string; base64: string }[] }[];
    };
    return contents.flatMap(({ files }) => files);
  };

  it('lists the files that it cannot redact, such as those of Microsoft 365, in the dry run', async () => {
    const run = (set: string) =>
      sql`update embedded_suite.files set team_id = ${sql.raw(set)} where tenant_id = ${TENANT}`.execute(
        node.suiteTenancy.for(TENANT),
      );
    await run("'moved ' || team_id");
    const { unchangedTexts } = await previewErasure(deps(), ADMIN, 'ada');
    await run('substr(team_id, 7)');
    assert.deepEqual(
      unchangedTexts.filter(({ store }) => store === 'files of teams in Microsoft 365'),
      [
        {
          store: 'files of teams in Microsoft 365',
          key: { team_id: teamId, path: 'Welcome.md' },
          at: 'content',
        },
      ],
    );
  });

  it('redacts text files and task plans, and lists the names of folders in the dry run', async () => {
    assert.equal((await read('Welcome.md')).toString(), 'Äsk Ada Lovelace (ada@contoso.example).');
    const { stores, unchangedTexts } = await previewErasure(deps(), ADMIN, 'ada');
    const counted = new Map(stores.map(({ name, rows }) => [name, rows]));
    assert.deepEqual(
      [counted.get('files of the embedded suite'), counted.get('plans of the embedded suite')],
      [1, 1],
    );
    assert.deepEqual(
      unchangedTexts.filter(({ store }) => /file/.test(store)).map(({ store, at }) => [store, at]),
      [['names of files', 'path']],
    );
    await requestErasure(deps(), ADMIN, call(), 'ada');
    await erasePeople(deps(), TENANT);
    assert.equal((await read('Welcome.md')).toString(), 'Äsk erased (erased).');
    assert.equal((await read('Rules.md')).toString(), 'Be kind.');
    assert.deepEqual(await read('Picture.bin'), BINARY);
    const [plan] = await node.suite.contents.listPlans(TENANT, await channel());
    assert.equal(plan?.title, 'Plan of erased');
    const erasure = await requestErasure(deps(), ADMIN, call(), 'ada');
    assert.ok(erasure.completedAt);
    assert.equal(
      erasure.redactedRows,
      stores.reduce((sum, { rows }) => sum + rows, 0),
    );
  });

  it('redacts the planned files, so that a retry of a failed job accepts them', async () => {
    const files = await planned();
    assert.equal(Buffer.from(files[0]?.base64 ?? '', 'base64').toString(), 'Äsk erased (erased).');
    for (const { base64, path, size, sha256 } of files) {
      const bytes = Buffer.from(base64, 'base64');
      const again = { marker: `again:${path}`, path, size, sha256 };
      const read = async (from: number, to: number) => bytes.subarray(from, to);
      const { isComplete } = await node.suite.contents.putFile(TENANT, await channel(), again, read);
      assert.ok(isComplete, path);
    }
  });
});
