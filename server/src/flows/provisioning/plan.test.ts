import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { sampleInput, sampleUser } from '../../../test/planning-input.ts';
import type { BlueprintStructure } from '../../domain/catalog/blueprint.ts';
import { PROVISIONING_STEPS } from '../../domain/catalog/manifest-steps.ts';
import type { TemplateChannel, TemplateTab } from '../../domain/catalog/model.ts';
import { type PlanningInput, planTeam, toShownPlan } from './plan.ts';

/** Generates objects with the prototype of Object, as JSON.parse returns them. */
const record = <T>(model: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as Arbitrary<T>;

const tab: fc.Arbitrary<TemplateTab> = record({
  displayName: fc.string({ minLength: 1, maxLength: 20 }),
  teamsAppId: fc.constantFrom('web', 'wiki'),
  configuration: fc.constant({ entityId: null, contentUrl: null, websiteUrl: null, removeUrl: null }),
  sortOrderIndex: fc.option(fc.constantFrom('1', '2')),
});

const channel: fc.Arbitrary<TemplateChannel> = record({
  displayName: fc.string({ minLength: 1, maxLength: 20 }),
  description: fc.option(fc.string()),
  membershipType: fc.constantFrom('standard', 'private', 'shared'),
  isFavoriteByDefault: fc.boolean(),
  tabs: fc.array(tab, { maxLength: 3 }),
});

const structure: fc.Arbitrary<BlueprintStructure> = record({
  settings: fc.constantFrom({}, { funSettings: {} }, { memberSettings: { allowDeleteChannels: false } }),
  primaryChannelTabs: fc.array(tab, { maxLength: 2 }),
  channels: fc.array(channel, { maxLength: 5 }),
  installedApps: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
});

const people = fc.uniqueArray(fc.constantFrom('ada', 'bob', 'cy', 'dee', 'eve'), { maxLength: 4 });
const users = people.map((ids) => ids.map((id) => sampleUser(id)));
const persons = people.map((ids) => ids.map((id) => ({ id, displayName: id })));

const input: fc.Arbitrary<PlanningInput> = record({
  requester: fc.option(fc.constantFrom('ada', 'bob', 'guest'), { nil: undefined }),
  found: record({ owners: users, members: users, permanentOwners: users, permanentMembers: users }),
  name: fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 300 })),
  welcomeMessage: fc.constantFrom('', 'Hello'),
  structure,
  sourcePeople: record({ owners: persons, members: persons }),
  addRequesterAsOwner: fc.boolean(),
  sensitivityLabelId: fc.option(fc.constant('secret')),
  picture: fc.option(fc.constant({ contentType: 'image/png' as const, bytes: new Uint8Array([1, 2, 3]) }), {
    nil: undefined,
  }),
}).map((parts) =>
  sampleInput(
    {
      requester:
        parts.requester === undefined
          ? undefined
          : sampleUser(parts.requester, { userType: parts.requester === 'guest' ? 'Guest' : 'Member' }),
      found: parts.found,
      texts: { name: parts.name, mail: 'x', description: '', welcomeMessage: parts.welcomeMessage },
      structure: parts.structure,
      sourcePeople: parts.sourcePeople,
    },
    {
      addRequesterAsOwner: parts.addRequesterAsOwner,
      sensitivityLabelId: parts.sensitivityLabelId,
      picture: parts.picture,
    },
  ),
);

describe('the plan', () => {
  it('is deterministic and JSON-serializable, and leaves its input unchanged', () => {
    fc.assert(
      fc.property(input, (given) => {
        const before = structuredClone(given);
        const plan = planTeam(given);
        assert.deepEqual(planTeam(structuredClone(given)), plan);
        assert.deepEqual(given, before);
        assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
      }),
    );
  });

  it('gives each effect its own marker, prefixed with the job id', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = planTeam(given);
        const markers = [
          plan.marker,
          ...plan.primaryChannelTabs.map(({ marker }) => marker),
          ...plan.channels.flatMap(({ marker, tabs }) => [marker, ...tabs.map((planned) => planned.marker)]),
        ];
        assert.equal(new Set(markers).size, markers.length);
        for (const marker of markers) assert.ok(marker.startsWith(given.jobId));
      }),
    );
  });

  it('lists each requested person once, and each permanent person in one role', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = planTeam(given);
        const requested = [...(plan.requester ? [plan.requester] : []), ...plan.owners, ...plan.members];
        const permanent = [...plan.permanentOwners, ...plan.permanentMembers];
        for (const group of [requested, permanent]) {
          const ids = group.map(({ id }) => id);
          assert.equal(new Set(ids).size, ids.length);
        }
        const asked = [...given.facts.found.owners, ...given.facts.found.members];
        for (const { id } of asked) assert.ok(requested.some((person) => person.id === id));
      }),
    );
  });

  it('has only the needed steps, in order', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = planTeam(given);
        assert.deepEqual(
          plan.steps,
          PROVISIONING_STEPS.filter((step) => plan.steps.includes(step)),
        );
        assert.equal(plan.steps[0], 'createTeam');
        assert.equal(plan.steps.includes('createChannels'), plan.channels.length > 0);
        assert.equal(plan.steps.includes('postWelcomeMessage'), plan.welcomeMessage !== null);
        assert.equal(plan.steps.includes('setPicture'), plan.picture !== null);
      }),
    );
  });

  it('gives private and shared channels an owner when the team has one', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = planTeam(given);
        const verdict = plan.verdicts.find(({ policy }) => policy === 'teamOwner');
        for (const { membershipType, ownerId } of plan.channels) {
          if (membershipType === 'standard') assert.equal(ownerId, null);
          else assert.equal(ownerId !== null, verdict?.outcome === 'passed');
        }
      }),
    );
  });

  it('passes the naming policy only for allowed names', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = planTeam(given);
        const verdict = plan.verdicts.find(({ policy }) => policy === 'naming');
        const { length } = [...plan.name];
        const seen = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/u.test(plan.name);
        const rejected = /["*:<>?/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(plan.name);
        const allowed = seen && length <= 264 && !rejected;
        if (verdict?.outcome === 'passed') assert.ok(allowed, plan.name);
        else assert.ok(!allowed, plan.name);
      }),
    );
  });

  it('explains why invisible and misleading names are rejected', () => {
    const sayOf = (name: string): string | undefined =>
      planTeam(
        sampleInput({ texts: { name, mail: 'x', description: '', welcomeMessage: '' } }),
      ).verdicts.find(({ policy, outcome }) => policy === 'naming' && outcome === 'violated')?.message;
    for (const name of ['\u200b', '\u2800 \u3164', '\u00ad\ufe0f\u034f', '\u{e0041}']) {
      assert.match(sayOf(name) ?? '', /no character that people see/, JSON.stringify(name));
    }
    assert.match(sayOf('Deal \u202emoor') ?? '', /change the direction of text \(U\+202E\)/);
    assert.match(sayOf('Deal\u0085Room') ?? '', /control characters/);
    assert.equal(sayOf('Deal\u200f Room'), undefined);
  });

  it('makes the requester an owner only if the template says so, and never if the requester is a guest', () => {
    const asked = (userType: 'Member' | 'Guest', addRequesterAsOwner: boolean) =>
      planTeam(sampleInput({ requester: sampleUser('ada', { userType }) }, { addRequesterAsOwner }))
        .requester;
    assert.equal(asked('Member', true)?.id, 'ada');
    assert.equal(asked('Member', false), null);
    assert.equal(asked('Guest', true), null);
  });

  it('shows the size of a picture instead of its bytes', () => {
    const picture = { contentType: 'image/png' as const, bytes: new Uint8Array(1000) };
    const plan = planTeam(sampleInput({}, { picture }));
    assert.deepEqual(toShownPlan(plan).picture, { contentType: 'image/png', bytes: 1000 });
    assert.equal(toShownPlan(planTeam(sampleInput())).picture, null);
  });
});
