/**
 * The contract of the suite port (engine/suite.ts) in code: a suite that passes conforms.
 *
 * `setUp` returns a suite with two organisations: one has exactly CONFORMANCE_PEOPLE, CONFORMANCE_GROUPS and
 * CONFORMANCE_LABELS, the other exactly OTHER_PEOPLE and no labels; neither has teams. Each case creates its own
 * objects and ignores those of other cases.
 */
import { after, before, describe } from 'node:test';
import { activityCases } from './activity.ts';
import { archivedCases, archivedChannelCases } from './archived.ts';
import { channelChangeCases } from './channel-changes.ts';
import { channelCases } from './channels.ts';
import { contentCases } from './contents.ts';
import { fileCases } from './files.ts';
import { listCases } from './lists.ts';
import { memberCases } from './members.ts';
import { membershipCases } from './memberships.ts';
import { organisationCases } from './organisation.ts';
import { teamCases } from './teams.ts';
import { userCases } from './users.ts';
import type { ConformanceWorld, WorldOf } from './world.ts';

export {
  CONFORMANCE_GROUPS,
  CONFORMANCE_LABELS,
  CONFORMANCE_PEOPLE,
  type ConformancePerson,
  type ConformanceWorld,
  OTHER_PEOPLE,
} from './world.ts';

const PARTS: Record<string, (world: WorldOf) => void> = {
  teams: teamCases,
  'lists of teams': listCases,
  'members of teams': memberCases,
  'changed memberships': membershipCases,
  channels: channelCases,
  'changed channels': channelChangeCases,
  'tabs and messages': contentCases,
  'files and plans': fileCases,
  'archived teams': archivedCases,
  'archived channels': archivedChannelCases,
  users: userCases,
  'organisations and labels': organisationCases,
  'activity of teams': activityCases,
};

/** Registers the cases with node:test. */
export function suiteConformance(name: string, setUp: () => Promise<ConformanceWorld>): void {
  describe(name, () => {
    let world: ConformanceWorld | undefined;
    const worldOf: WorldOf = () => {
      if (world === undefined) throw new Error('The suite under test is not set up.');
      return world;
    };
    before(async () => {
      world = await setUp();
    });
    after(() => world?.release());
    for (const [part, register] of Object.entries(PARTS)) describe(part, () => register(worldOf));
  });
}
