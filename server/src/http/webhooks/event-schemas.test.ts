import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import * as Schema from 'typebox/schema';
import { person } from '../../../test/approval-world.ts';
import { channelTemplate } from '../../../test/channel-request-world.ts';
import {
  BY_RULE_TEMPLATE,
  GUARDED_TEMPLATE,
  type HookWorld,
  OPEN_TEMPLATE,
  openHookWorld,
} from '../../../test/hook-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { teamMetadataUpdated } from '../../domain/answers/events.ts';
import { putLogo, updateBranding } from '../../domain/branding/branding.ts';
import {
  addAppSecret,
  createApp,
  deleteApp,
  removeAppSecret,
  updateApp,
} from '../../domain/identity/change-apps.ts';
import { userUpdated } from '../../domain/identity/events.ts';
import { notifyOfExpiringSecrets } from '../../domain/identity/notify-of-expiring-secrets.ts';
import { guestStayUpdated, teamMemberAdded } from '../../domain/teams/events.ts';
import { TEST_EVENT } from '../../domain/webhooks/model.ts';
import { testHook } from '../../domain/webhooks/test-hook.ts';
import type { EventType } from '../../engine/events/model.ts';
import { createChannelRequest } from '../../flows/channel-requests/create-channel-request.ts';
import * as channelEvents from '../../flows/channels/events.ts';
import { EVENT_TYPES } from '../../flows/definitions.ts';
import { announceOwnerlessTeams } from '../../flows/leavers/announce-ownerless-teams.ts';
import { lifecycleEvent } from '../../flows/lifecycle/announce.ts';
import * as ownerEvents from '../../flows/owners/events.ts';
import { provisioningStepCompleted, provisioningStepStarted } from '../../flows/provisioning/events.ts';
import {
  restoreMembershipOperation,
  restoreSettingsOperation,
} from '../../flows/restoration/restore-operations.ts';
import * as reviewEvents from '../../flows/reviews/events.ts';
import * as joinRequestEvents from '../../flows/team-directory/events.ts';
import { newId } from '../../kernel/ids.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { jsonSchemaOf, MESSAGES } from './event-schemas.ts';

type Json = Record<string, unknown>;

/** Returns the schema with additional fields forbidden. */
function closed(schema: Json): Json {
  const properties = schema.properties as Record<string, Json> | undefined;
  const isFree = properties === undefined || Object.keys(properties).length === 0;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(schema.items === undefined ? {} : { items: closed(schema.items as Json) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: (schema.anyOf as Json[]).map(closed) }),
    ...(schema.type === 'object' && !isFree && { additionalProperties: false }),
  };
}

const schemaOf = (type: string): Json => jsonSchemaOf(MESSAGES.find(({ code }) => code === type)!);

function assertMatches(type: EventType, payload: unknown): void {
  const schema = schemaOf(type);
  for (const form of [schema, closed(schema)]) {
    const [isValid, errors] = Schema.Errors(form, payload);
    assert.ok(isValid, `${type}: ${JSON.stringify(errors)} in ${JSON.stringify(payload)}`);
  }
}

describe('payloads of events', () => {
  let world: HookWorld;
  before(async () => {
    world = await openHookWorld();
  });
  after(() => world.close());

  const recorded = async (): Promise<{ type: EventType; payload: Json }[]> => {
    const { rows } = await sql<{ type: EventType; payload: Json }>`
      select type, payload from charter.domain_events order by event_id`.execute(
      world.node.tenancy.for(TENANT),
    );
    return rows;
  };

  /** Asks for channels that are approved, rejected, withdrawn, expired, discussed, and approved by rule. */
  async function askForChannels(teamId: string): Promise<void> {
    const ada = person('ada');
    const approver = person('person-2');
    const guarded = { requireApproval: true };
    const approvals = {
      room: { ...guarded, approvalTeam: [{ id: 'person-2' }] },
      'rule-room': { ...guarded, stages: [{ approvers: [{ id: 'person-2' }], when: 'false' }] },
    };
    for (const [room, approval] of Object.entries(approvals))
      await world.node.storeTemplate(
        channelTemplate(room, { membershipType: 'private' }, { approval, permanentMembership: {} }),
      );
    await world.node.suite.teams.addMembers(TENANT, teamId, [{ userId: 'person-7', role: 'member' }]);
    const ask = async (name: string, template = 'room') => {
      const membership = { owners: [{ id: 'ada' }], members: [{ id: 'person-7' }] };
      const channel = { name, description: 'For few', membership };
      const request = { template: { id: template }, channel, metadata: { order: 7 } };
      const call = { requestId: newId(), operationId: newId() };
      const job = await createChannelRequest(world.node.deps, ada, call, { teamId, request });
      return { jobId: job.id, approvalId: job.data.approval?.id ?? '' };
    };
    const approved = await ask('Approved');
    await world.node.approve(approver, approved.approvalId, { message: 'Go' });
    await world.build(approved.jobId);
    await world.node.reject(approver, (await ask('Rejected')).approvalId, { message: 'No' });
    await world.node.cancel(ada, (await ask('Withdrawn')).approvalId, undefined, 'Not needed');
    const { approvalId } = await ask('Discussed');
    await world.node.askBack(approver, approvalId);
    await world.node.answer(ada, approvalId);
    await world.node.askBack(approver, approvalId);
    await world.node.withdrawQuestion(approver, approvalId, 'Found it');
    await world.node.comment(ada, approvalId);
    await ask('By rule', 'rule-room');
    await ask('Expired');
    world.clock.advance(15 * 24 * 3600);
    await world.node.expire();
  }

  it('match their published schemas, for every event', async () => {
    const ada = person('ada');
    const ask = async () => (await world.ask(GUARDED_TEMPLATE)).data.approval?.id ?? '';
    const approved = await world.ask(GUARDED_TEMPLATE);
    const updates = { description: 'Another', welcomeMessage: 'Welcome' };
    await world.node.approve(person('person-2'), approved.data.approval?.id ?? '', {
      updates,
      message: 'Go',
    });
    await world.build(approved.id);
    await world.node.reject(person('person-2'), await ask(), { message: 'No' });
    await world.node.cancel(ada, await ask(), undefined, 'Not needed');
    const asked = await ask();
    await world.node.askBack(person('person-2'), asked);
    await world.node.answer(ada, asked);
    await world.node.askBack(person('person-2'), asked);
    await world.node.withdrawQuestion(person('person-2'), asked, 'Found it');
    await world.node.comment(ada, asked);
    await world.ask(BY_RULE_TEMPLATE);
    await ask();
    world.clock.advance(15 * 24 * 3600);
    await world.node.expire();
    const { id } = await world.ask(OPEN_TEMPLATE);
    const teamId = await world.build(id);
    await askForChannels(teamId);
    await world.change(teamId, ada);
    const inactive = { lastActivityAt: new Date(), displayName: 'Phoenix', owners: [] };
    const planned = {
      teamId,
      situation: {
        team: inactive,
        record: { state: 'inactive', cause: 'inactivity', expiresAt: new Date() },
      },
    };
    for (const kind of ['ask', 'expire'] as const) {
      const decision = {
        kind,
        cause: 'inactivity',
        action: 'Archive',
        expiresAt: new Date(),
        reason: 'inactive',
      };
      const event = lifecycleEvent({ ...planned, decision } as never, { id, requestId: id });
      await world.record(event.type, teamId, event);
    }
    const person1 = { id: 'person-1', displayName: 'Person 1' };
    const restored = {
      people: [{ ...person1, role: 'owner' as const }],
      channels: [
        {
          id: 'c',
          displayName: 'C',
          people: [{ id: 'person-2', displayName: 'Person 2', role: 'member' as const }],
        },
      ],
    };
    const team = { id: teamId, displayName: 'Phoenix' };
    const event = restoreMembershipOperation.event(
      { eventId: newId(), team, ...restored } as never,
      restored as never,
    );
    assert.ok(event !== undefined);
    await world.record(event.type, teamId, event);
    const source = { id: newId(), name: 'Two owners' };
    const limits = { team, policy: source, ownerCount: 1, limit: 2 };
    const target = { type: 'team', ...team } as const;
    for (const kind of [ownerEvents.ownerSearchStarted, ownerEvents.ownerSearchExhausted]) {
      await world.record(kind.code as EventType, teamId, kind.happened({ target, payload: limits }));
    }
    const exceeded = ownerEvents.ownerLimitExceeded.happened({ target, payload: limits });
    await world.record(exceeded.type, teamId, exceeded);
    const over = ownerEvents.ownerSearchEnded.happened({ target, payload: { team, reason: 'resolved' } });
    await world.record(over.type, teamId, over);
    const request = { id: newId(), source: 'requester', expiresDateTime: new Date().toISOString() } as const;
    const toPerson = {
      target: { type: 'user', ...person1 },
      payload: { team, person: person1, request },
    } as const;
    for (const kind of [
      ownerEvents.ownerRequested,
      ownerEvents.ownerRequestAccepted,
      ownerEvents.ownerRequestDeclined,
      ownerEvents.ownerRequestExpired,
      ownerEvents.ownerRequestWithdrawn,
      ownerEvents.ownerAppointmentFailed,
    ]) {
      const happened = kind.happened(toPerson);
      await world.record(happened.type, teamId, happened);
    }
    const appointed = ownerEvents.ownerAppointed.happened({
      ...toPerson,
      payload: { ...toPerson.payload, policy: source },
    });
    await world.record(appointed.type, teamId, appointed);
    const joining = { id: newId(), expiresDateTime: new Date().toISOString() };
    const asking = { team, person: { ...person1, mail: 'person-1@contoso.example' } };
    const spoken = { ...joining, message: 'For the launch' };
    const {
      teamJoinRequested,
      teamJoinRequestAccepted,
      teamJoinRequestDeclined,
      teamJoinRequestExpired,
      teamJoinRequestWithdrawn,
    } = joinRequestEvents;
    for (const event of [
      teamJoinRequested.happened({ target, payload: { ...asking, request: spoken } }),
      teamJoinRequestAccepted.happened({ target, payload: { ...asking, request: spoken } }),
      teamJoinRequestDeclined.happened({ target, payload: { ...asking, request: spoken } }),
      teamJoinRequestExpired.happened({ target, payload: { ...asking, request: joining } }),
      teamJoinRequestWithdrawn.happened({
        target,
        payload: { ...asking, request: { ...joining, reason: 'joined' } },
      }),
    ])
      await world.record(event.type, teamId, event);
    const answered = teamMetadataUpdated.happened({
      target: { type: 'team', ...team },
      payload: { team, changed: ['client'], metadata: { client: 'Contoso' } },
    });
    await world.record(answered.type, teamId, answered);
    const review = {
      ...{ id: newId(), kind: 'guests' as const, deadlineDateTime: new Date().toISOString(), itemCount: 2 },
    };
    const ended = { id: review.id, kind: review.kind };
    const reviewed = { type: 'team', ...team };
    const guest = { id: 'gus', displayName: 'Gus', endDateTime: review.deadlineDateTime, sponsor: person1 };
    for (const event of [
      reviewEvents.reviewStarted.happened({ target: reviewed, payload: { team, review } }),
      reviewEvents.reviewCompleted.happened({
        target: reviewed,
        payload: { team, review: { ...review, keptCount: 1, removedCount: 1 } },
      }),
      reviewEvents.reviewDecided.happened({
        target: reviewed,
        payload: { team, review: ended, member: person1, decision: 'keep' },
      }),
      reviewEvents.reviewCancelled.happened({
        target: reviewed,
        payload: { team, review: ended, reason: 'teamArchived' },
      }),
      guestStayUpdated.happened({ target: reviewed, payload: { team, guest, reason: 'guestPolicy' } }),
      teamMemberAdded.happened({
        target: reviewed,
        payload: { team, member: { ...guest, mail: 'gus@partner.example', role: 'guest' } },
      }),
    ])
      await world.record(event.type, teamId, event);
    const channel = { id: 'c', displayName: 'Side', membershipType: 'private' as const };
    const violating = { target: { type: 'channel', ...channel }, payload: { team, channel, policy: source } };
    const scheduled = {
      ...violating,
      payload: { ...violating.payload, deleteDateTime: new Date().toISOString() },
    };
    for (const event of [
      channelEvents.channelViolationFound.happened(scheduled),
      channelEvents.channelViolationUpdated.happened(scheduled),
      channelEvents.channelViolationEnded.happened({
        ...violating,
        payload: { ...violating.payload, reason: 'allowed' },
      }),
    ])
      await world.record(event.type, teamId, event);
    const ownStep = {
      team,
      step: { id: 'crm' },
      hook: { id: newId(), displayName: 'CRM' },
      template: { id: OPEN_TEMPLATE, name: 'Open' },
      provisioning: { id },
    };
    for (const kind of [provisioningStepStarted, provisioningStepCompleted]) {
      const happened = kind.happened({ target, payload: ownStep });
      await world.record(happened.type, teamId, happened);
    }
    const changes = { visibility: 'private' as const, sensitivityLabelId: 'label' };
    const settled = restoreSettingsOperation.event({ eventId: newId(), team, changes }, changes);
    assert.ok(settled !== undefined);
    await world.record(settled.type, teamId, { ...settled, id: newId() });
    const names = { displayName: 'Ada King', givenName: 'Ada', surname: 'King' };
    const account = { mail: 'king@contoso.example', userPrincipalName: 'king', userType: 'Guest' as const };
    const updated = userUpdated.happened({
      target: { type: 'user', id: 'ada', displayName: 'Ada King' },
      payload: { user: { id: 'ada', displayName: 'Ada King' }, changes: { ...names, ...account } },
      audience: ['ada'],
    });
    await world.record(updated.type, teamId, updated);
    await sql`
      insert into directory.ownerless_teams (tenant_id, team_id) values (${TENANT}, ${teamId})`.execute(
      world.node.tenancy.for(TENANT),
    );
    await announceOwnerlessTeams(world.deps, TENANT);
    const root = { ...ada, roles: new Set(['GLOBAL_ADMIN'] as const) };
    const roles = createRoleAssignmentStore(world.node.tenancy, world.clock);
    const given = { actor: root, requestId: id, at: world.clock.now() };
    const roleEnds = { expiresAt: new Date(world.clock.now().getTime() + 3600_000), displayName: 'Ada' };
    for (const role of ['GOVERNANCE_MANAGER', 'INTEGRATION_MANAGER'] as const) {
      await roles.assign(TENANT, 'ada', role, given, roleEnds);
    }
    await roles.revoke(TENANT, 'ada', 'INTEGRATION_MANAGER', given);
    await roles.endDue(TENANT, { ...given, at: roleEnds.expiresAt });
    await world.delete(teamId, ada);
    const calling = { requestId: id, operationId: newId() };
    const apps = { ...world.deps, hashSecret: async () => 'hash', announce: () => undefined };
    const expiresAt = new Date(world.clock.now().getTime() + 24 * 3600_000);
    const secret = { displayName: 'Blue', expiresAt };
    const { appId } = await createApp(apps, root, calling, { displayName: 'CRM', scopes: ['jobs.read'] });
    await updateApp(apps, root, calling, { appId, enabled: false });
    const fields = {
      displayName: 'Contoso',
      accentColor: '#742774',
      helpUrl: 'mailto:help@contoso.example',
      namingRulesUrl: 'https://contoso.example/names',
      supportContact: 'Service desk',
    };
    await updateBranding(world.deps, root, calling, { fields });
    // Start of image, and a frame of one pixel.
    const jpeg = Buffer.from('ffd8ffc0000b080001000101011100', 'hex');
    await putLogo(world.deps, root, calling, { bytes: Readable.from([jpeg]), length: jpeg.length });
    const first = await addAppSecret(apps, root, calling, { appId, ...secret });
    await notifyOfExpiringSecrets(apps, TENANT);
    world.clock.advance(24 * 3600);
    await notifyOfExpiringSecrets(apps, TENANT);
    await removeAppSecret(apps, root, calling, { appId, secretId: first.secretId });
    await deleteApp(apps, root, calling, { appId });

    const events = await recorded();
    for (const { type, payload } of events) assertMatches(type, payload);
    const types = new Set(events.map(({ type }) => type));
    const missing = EVENT_TYPES.filter((type) => !types.has(type));
    assert.deepEqual(missing, []);
  });

  it('contain every field of the published schemas in some event', async () => {
    const named = (schema: Json, path: string): string[] =>
      Object.entries(
        (schema.properties ?? (schema.items as Json | undefined)?.properties ?? {}) as Record<string, Json>,
      ).flatMap(([name, one]) => [`${path}${name}`, ...named(one, `${path}${name}.`)]);
    const present = (value: unknown, path: string): string[] =>
      Array.isArray(value)
        ? value.flatMap((one) => present(one, path))
        : typeof value === 'object' && value !== null
          ? Object.entries(value).flatMap(([name, one]) => [
              `${path}${name}`,
              ...present(one, `${path}${name}.`),
            ])
          : [];
    const seen = new Map<string, Set<string>>();
    for (const { type, payload } of await recorded()) {
      const fields = seen.get(type) ?? new Set();
      for (const field of present(payload, '')) fields.add(field);
      seen.set(type, fields);
    }
    for (const [type, fields] of seen) {
      const unseen = named(schemaOf(type), '').filter(
        // A change lists only the changed fields, and the tests' template has no permanent members.
        (field) =>
          !fields.has(field) && !field.startsWith('changes.') && !/permanentMembership\.\w+\./.test(field),
      );
      assert.deepEqual(unseen, [], type);
    }
  });

  it('include a test message that matches its published schema', async () => {
    const hook = await world.hookOf(person('ada'));
    const call = { requestId: hook.id, operationId: hook.id };
    const { id } = await testHook(world.deps, person('ada'), call, { hookId: hook.id });
    const { rows } = await sql<{ body: string }>`
      select body from charter.hook_deliveries where delivery_id = ${id}`.execute(
      world.node.tenancy.for(TENANT),
    );
    assertMatches(TEST_EVENT, JSON.parse(rows[0]?.body ?? ''));
  });

  it('do not match their schema when a field is missing or has another type', async () => {
    const spoilt = (payload: Json, path: readonly string[], value: unknown): Json => {
      const [name = '', ...rest] = path;
      if (rest.length === 0) {
        const { [name]: _, ...others } = payload;
        return value === undefined ? others : { ...others, [name]: value };
      }
      return { ...payload, [name]: spoilt(payload[name] as Json, rest, value) };
    };
    for (const { type, payload } of await recorded()) {
      for (const [path, value] of [
        [['tenant'], undefined],
        [['tenant', 'id'], 1],
        [[Object.keys(payload).find((name) => name !== 'tenant') ?? ''], 'text'],
      ] as const) {
        const [isValid] = Schema.Errors(schemaOf(type), spoilt(payload, path, value));
        assert.equal(isValid, false, `${type} ${path.join('.')}`);
      }
    }
  });
});
