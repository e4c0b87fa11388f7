import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleBlueprint, sampleUser } from '../../../test/planning-input.ts';
import { findPeople, referencesOf } from '../../domain/directory/find-people.ts';
import { namedPeople } from './people.ts';
import type { TeamProvisioningRequest } from './request.ts';

const request = (owners: string[], members: string[]): TeamProvisioningRequest => ({
  template: { id: 'project' },
  team: {
    name: 'x',
    membership: { owners: owners.map((id) => ({ id })), members: members.map((id) => ({ id })) },
  },
});

const blueprint = sampleBlueprint({
  permanentOwners: [{ id: 'pam', name: null }],
  permanentMembers: [{ id: 'quin', name: 'Quin' }],
});

describe('the people of a request', () => {
  it('are resolved in one call, and each person once', () => {
    const people = namedPeople(request(['ada', 'ADA@contoso.example'], ['bob']), blueprint);
    const references = referencesOf(people);
    assert.deepEqual(references, ['ada', 'ADA@contoso.example', 'bob', 'pam', 'quin']);
    const ada = sampleUser('ada');
    const resolved = [ada, ada, sampleUser('bob'), sampleUser('pam'), sampleUser('quin')];
    const { found, problems } = findPeople(people, resolved);
    assert.deepEqual(problems, []);
    assert.deepEqual(found.owners, [ada]);
    assert.deepEqual(
      found.permanentMembers.map(({ id }) => id),
      ['quin'],
    );
  });

  it('are rejected by path if unknown or guest owners; departed permanent people are returned separately', () => {
    const people = namedPeople(request(['ada', 'ghost', 'guest'], ['nobody', 'guest']), blueprint);
    const guest = sampleUser('guest', { userType: 'Guest' });
    const { found, problems, departed } = findPeople(people, [
      sampleUser('ada'),
      undefined,
      guest,
      undefined,
      guest,
      undefined,
    ]);
    assert.deepEqual(
      problems.map(({ target, code }) => [target, code]),
      [
        ['team.membership.owners[1].id', 'UnknownUser'],
        ['team.membership.owners[2].id', 'GuestCannotOwn'],
        ['team.membership.members[0].id', 'UnknownUser'],
      ],
    );
    assert.deepEqual(departed.length, 2);
    assert.deepEqual(
      found.members.map(({ id }) => id),
      ['guest'],
    );
  });
});
