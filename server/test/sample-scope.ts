import type { RuleScope } from '../src/domain/catalog/rules.ts';

/** The tenant of calls in tests of one tenant. */
export const TENANT = 'tenant';

/** A scope for tests of the sample's rules. */
export const sampleScope = (user: Record<string, unknown> = {}): RuleScope => ({
  request: {
    team: { name: 'R&D <Berlin>', description: 'Research & "development"', welcomeMessage: 'Hello' },
    template: { name: 'Deal room' },
    request: { requester: { name: 'Ada Lovelace', email: 'ada@example.org' } },
    metadata: {},
  },
  user: {
    id: 'u1',
    displayName: 'Ada Lovelace',
    department: 'Sales',
    country: 'DE',
    onPremisesExtensionAttributes: { extensionAttribute1: 'A-17' },
    extension_costCenter: '4711',
    groups: { direct: ['group-1', 'group-2'] },
    ...user,
  },
  app: { id: 'a1', name: 'Charter' },
});
