import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { textColorOn } from '../../domain/branding/model.ts';

const PATH = '/organization/branding';
const LOGO = `${PATH}/logo`;
/** A PNG image with this size in its header. */
const png = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const PNG = png(32, 32);

describe('the branding of an organisation', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
  });
  after(() => service.close());

  const sendLogo = async (
    as: Exclude<Caller, 'nobody'>,
    body: Uint8Array<ArrayBuffer> | null,
    headers = {},
  ) =>
    fetch(service.url + LOGO, {
      method: body === null ? 'GET' : 'PUT',
      headers: {
        authorization: await service.authorization(as),
        ...(body !== null && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      body,
    });

  const recorded = async (tenant: string) => {
    const db = service.world.database.tenancy.for(tenant);
    const { rows: events } = await sql<{ payload: { changed: string[] } }>`
      select payload from charter.domain_events
       where tenant_id = ${tenant} and type = 'organization_branding_updated' order by event_id`.execute(db);
    const { rows: records } = await sql`
      select from charter.audit_records
       where tenant_id = ${tenant} and type = 'organization_branding_updated'`.execute(db);
    return { changes: events.map(({ payload }) => payload.changed), records: records.length };
  };

  it('causes one event and one audit record for each change, and none when the values stay the same', async () => {
    const change = {
      displayName: 'Fabrikam',
      accentColor: '#742774',
      helpUrl: 'https://help.fabrikam.example',
    };
    const first = await service.call('ada', 'PATCH', PATH, change);
    assert.deepEqual([first.status, first.body.revision, first.headers.get('etag')], [200, 1, '"1"']);
    await service.call('ada', 'PATCH', PATH, change);
    assert.equal((await sendLogo('ada', PNG)).status, 200);
    await sendLogo('ada', PNG);
    await service.call('ada', 'PATCH', PATH, { helpUrl: null });
    await service.call('ada', 'DELETE', LOGO);
    await service.call('ada', 'DELETE', LOGO);
    const { changes, records } = await recorded(TENANT);
    assert.deepEqual(changes, [['displayName', 'accentColor', 'helpUrl'], ['logo'], ['helpUrl'], ['logo']]);
    assert.equal(records, changes.length);
  });

  it('is returned by getMe, and not to callers of another organisation', async () => {
    const { body } = await service.call('gus', 'GET', '/me');
    const branding = { displayName: 'Fabrikam', accentColor: '#742774', textColor: '#FFFFFF' };
    assert.deepEqual(body.tenant.branding, branding);
    const { body: theirs } = await service.call('foreigner', 'GET', PATH);
    assert.deepEqual([theirs.displayName, theirs.revision], [undefined, 0]);
    assert.deepEqual(await recorded(OTHER_TENANT), { changes: [], records: 0 });
  });

  it('keeps the changes of two concurrent writers, and rejects an outdated If-Match with 412', async () => {
    const fields = { supportContact: 'Desk', namingRulesUrl: 'https://fabrikam.example/names' };
    const writes = Object.entries(fields).map(([field, value]) =>
      service.call('ada', 'PATCH', PATH, { [field]: value }),
    );
    for (const { status } of await Promise.all(writes)) assert.equal(status, 200);
    const { body } = await service.call('ada', 'GET', PATH);
    assert.deepEqual([body.supportContact, body.namingRulesUrl], Object.values(fields));
    const outdated = await service.call('ada', 'DELETE', LOGO, undefined, { 'if-match': '"1"' });
    assertRejected(outdated, 412, 'PreconditionFailed');
  });

  it('returns its logo with its content type, an ETag and nosniff', async () => {
    await sendLogo('ada', PNG);
    const read = await sendLogo('gus', null);
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), PNG);
    const headers = ['content-type', 'x-content-type-options', 'cache-control'].map((name) =>
      read.headers.get(name),
    );
    assert.deepEqual(headers, ['image/png', 'nosniff', 'private, no-cache']);
    const again = await sendLogo('gus', null, { 'if-none-match': read.headers.get('etag') ?? '' });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    assert.equal((await sendLogo('foreigner', null)).status, 404);
  });

  it('rejects a logo that is not an image with 415, and an endless body with 413', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    assert.equal((await sendLogo('ada', html)).status, 415);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(0x89)),
    });
    const sent = await fetch(service.url + LOGO, {
      method: 'PUT',
      headers: {
        authorization: await service.authorization('ada'),
        'content-type': 'application/octet-stream',
      },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    assert.equal(sent.status, 413);
  });

  it('rejects a logo with more than 2,048 pixels in a direction, and one whose header is cut off', async () => {
    for (const [width, height] of [
      [20_000, 20_000],
      [2049, 1],
      [1, 2049],
    ] as const) {
      const rejected = await sendLogo('ada', png(width, height));
      const { error } = (await rejected.json()) as { error: { code: string; message: string } };
      assert.deepEqual(
        [rejected.status, error.code, error.message],
        [
          400,
          'InvalidRequest',
          `The logo has ${width} by ${height} pixels. Scale it down to at most 2048 by 2048.`,
        ],
      );
    }
    assert.equal((await sendLogo('ada', png(2048, 2048))).status, 200);
    assert.equal((await sendLogo('ada', PNG.subarray(0, 20))).status, 415);
  });

  it('chooses a text colour with a contrast of at least 4.5:1 for every accent colour', () => {
    const luminance = (color: string): number => {
      const [red, green, blue] = [1, 3, 5].map((start) => {
        const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const steps = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'));
    const least = steps.flatMap((red) =>
      steps.flatMap((green) =>
        steps.map((blue) => {
          const color = `#${red}${green}${blue}`;
          const both = [luminance(color), luminance(textColorOn(color))];
          return Math.max(...both) / Math.min(...both);
        }),
      ),
    );
    assert.ok(Math.min(...least) >= 4.5);
  });
});
