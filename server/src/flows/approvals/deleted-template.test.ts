/** Tests pending requests whose template has been deleted or changed (docs/templates.md). */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { deleteTemplate } from '../../domain/catalog/change-templates.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import type { CharterError } from '../../kernel/errors.ts';

describe('a request whose template was deleted or changed', () => {
  let world: ApprovalWorld;
  before(async () => {
    world = await openApprovalWorld();
  });
  after(() => world.close());

  /** Creates a template with this id and requests a team from it. Returns the approval's id. */
  async function request(templateId: string): Promise<string> {
    const { node } = world;
    await node.storeTemplate(approvalTemplate(templateId, { approvalTeam: [{ id: 'person-1' }] }));
    return (await node.pending(templateId, templateId)).id;
  }

  const remove = (templateId: string) =>
    deleteTemplate(world.node.deps, person('gina', 'GOVERNANCE_MANAGER'), newCall(), { templateId });

  it('can be rejected, but not approved, when the template was deleted', async () => {
    const approvalId = await request('gone');
    await remove('gone');
    await assert.rejects(world.node.approve(person('person-1'), approvalId), (error: CharterError) => {
      assert.partialDeepStrictEqual(
        { ...error },
        {
          code: 'InvalidRequest',
          details: [
            {
              target: 'template.id',
              code: 'TemplateNotFound',
              message: "No template with the id 'gone' exists. List your templates for the ids you can use.",
            },
          ],
        },
      );
      return true;
    });
    assert.equal((await world.outcomeOf(approvalId)).status, 'pending');
    await world.node.reject(person('person-1'), approvalId);
    assert.equal((await world.outcomeOf(approvalId)).status, 'rejected');
  });

  it('can be approved for only one team when its template has become a singleton', async () => {
    const approval = { approvalTeam: [{ id: 'person-1' }] };
    const { node } = world;
    await node.storeTemplate(approvalTemplate('only', approval));
    const ids = [await node.pending('only', 'One'), await node.pending('only', 'Two')].map(({ id }) => id);
    const [first = '', second = ''] = ids;
    await remove('only');
    await node.storeTemplate(approvalTemplate('only', approval, { singleton: true, version: '2.0' }));
    await node.approve(person('person-1'), first);
    await assert.rejects(node.approve(person('person-1'), second), { code: 'PolicyViolation' });
    assert.deepEqual(
      [(await world.outcomeOf(first)).status, (await world.outcomeOf(second)).status],
      ['approved', 'pending'],
    );
    await node.reject(person('person-1'), second);
  });

  it('keeps the files of the changed template, not those of the earlier one, after an approval', async () => {
    const { node } = world;
    const { blobs } = node.store.in(TENANT);
    const at = world.clock.now();
    /** Stores a file, and a template with it. Returns the hash of the file. */
    const storeWithFile = async (text: string, version: string): Promise<string> => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const blobId = await blobs.begin(at);
      await blobs.append(blobId, 0, Buffer.from(text));
      await blobs.finish(blobId, { sha256, size: text.length }, at);
      await node.storeTemplate({
        ...approvalTemplate('filed', { approvalTeam: [{ id: 'person-1' }] }, { version }),
        initialization: {
          structure: {},
          contents: { channels: [{ files: [{ path: 'A.txt', source: `blob:${sha256}` }] }] },
        },
      });
      return sha256;
    };
    const earlier = await storeWithFile('earlier', '1.0');
    const { id } = await node.pending('filed');
    await remove('filed');
    const changed = await storeWithFile('changed', '2.0');
    await node.approve(person('person-1'), id);
    const later = new Date(at.getTime() + DAY_MILLISECONDS);
    await blobs.removeUnused({ used: later, failed: later });
    assert.deepEqual([...(await blobs.sizes([earlier, changed])).keys()], [changed]);
  });

  it('stays queued when it was approved before the deletion', async () => {
    const approvalId = await request('later');
    await world.node.approve(person('person-1'), approvalId);
    await remove('later');
    const { status, jobStatus, queued } = await world.outcomeOf(approvalId);
    assert.deepEqual([status, jobStatus, queued], ['approved', 'waiting', 1]);
  });
});
