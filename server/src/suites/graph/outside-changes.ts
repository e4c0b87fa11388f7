/**
 * Leases notes of possible changes by others (noted-changes.ts), compares their subjects with the last recorded state,
 * and settles them.
 */
import type { Actor } from '../../engine/principal.ts';
import type { OutsideChanges } from '../../flows/outside-changes/ports.ts';
import { CHANNELS } from './noted-changes.ts';
import type { GraphChange } from './outside-change.ts';
import { createOutsideChannels } from './outside-channels.ts';
import { createOutsidePeople } from './outside-people.ts';
import { createOutsideTeams } from './outside-teams.ts';
import type { GraphParts } from './parts.ts';

const ACTOR: Actor = { id: 'microsoft-365', kind: 'system', displayName: 'Microsoft 365' };

const LEASE_MILLISECONDS = 60_000;
/** Limit of notes in one batch. */
const MOST_NOTES = 100;

export function createOutsideChanges(parts: GraphParts): OutsideChanges<GraphChange> {
  const { noted, copy, memberCopy, knownChannels } = parts;
  const readTeams = createOutsideTeams(parts);
  const readPeople = createOutsidePeople(parts);
  const readChannels = createOutsideChannels(parts);

  return {
    actor: ACTOR,

    async take(tenantId) {
      const notes = await noted.lease(tenantId, LEASE_MILLISECONDS, MOST_NOTES);
      const teams = notes.filter(({ subject }) => subject === '');
      const channels = notes.filter(({ subject }) => subject === CHANNELS);
      const people = notes.filter(({ subject }) => subject !== '' && subject !== CHANNELS);
      return [
        ...(await readTeams(tenantId, teams)),
        ...(await readPeople(tenantId, people)),
        ...(await readChannels(tenantId, channels)),
      ];
    },

    async current(tenantId, changes) {
      const notes = await noted.current(
        tenantId,
        changes.map(({ note }) => note),
      );
      return changes.filter(({ note }) => notes.includes(note));
    },

    async settle(tenantId, changes) {
      for (const { read, people, channels, note } of changes) {
        if (read !== undefined) await copy.saveNoted(tenantId, read, note);
        if (people !== undefined) await memberCopy.save(tenantId, note.teamId, people, false);
        if (channels !== undefined) await knownChannels.save(tenantId, note, channels);
      }
      const others = changes.filter(({ read, channels }) => read === undefined && channels === undefined);
      await noted.settle(
        tenantId,
        others.map(({ note }) => note),
      );
    },
  };
}
