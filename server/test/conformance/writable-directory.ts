/** The organisations of the conformance suite, for suites whose directory the service stores. */
import { randomUUID } from 'node:crypto';
import type { WritableOrganisation } from '../../src/domain/directory/ports.ts';
import {
  CONFORMANCE_GROUPS,
  CONFORMANCE_LABELS,
  CONFORMANCE_PEOPLE,
  type ConformancePerson,
  type ConformanceWorld,
  OTHER_PEOPLE,
} from './world.ts';

const DOMAIN = 'conformance.example';

const idsFor = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<Name, string>;

const toUser = (
  id: string,
  { groups: _, manager, ...person }: ConformancePerson,
  people: Readonly<Record<string, string>>,
) => ({ id, ...person, managerId: manager && (people[manager] ?? null) });

/** Fills a directory that the service stores. Returns the ids and domains of the conformance world. */
export async function fillOrganisations(suite: WritableOrganisation) {
  const world = {
    tenantId: 'tenant-of-conformance',
    otherTenantId: 'tenant-of-others',
    people: idsFor(Object.keys(CONFORMANCE_PEOPLE) as (keyof typeof CONFORMANCE_PEOPLE)[]),
    mallory: randomUUID(),
    labels: idsFor(Object.keys(CONFORMANCE_LABELS) as (keyof typeof CONFORMANCE_LABELS)[]),
    groups: idsFor(CONFORMANCE_GROUPS) as Record<string, string>,
    domain: DOMAIN,
    webDomain: DOMAIN,
    apps: { own: 'b1c5353a-7aca-41b3-830f-27d5218fe0e5', store: '0d820ecd-def2-4297-adad-78056cde7c78' },
  };
  await fillOrganisation(suite, world.tenantId, DOMAIN);
  await fillOrganisation(suite, world.otherTenantId, 'other.example');
  const people = Object.entries<ConformancePerson>(CONFORMANCE_PEOPLE) as [
    keyof typeof world.people,
    ConformancePerson,
  ][];
  await suite.saveUsers(
    world.tenantId,
    people.map(([name, person]) => toUser(world.people[name], person, world.people)),
  );
  await suite.saveUsers(world.otherTenantId, [toUser(world.mallory, OTHER_PEOPLE.mallory, {})]);
  await suite.saveGroups(
    world.tenantId,
    CONFORMANCE_GROUPS.map((group) => ({
      id: world.groups[group]!,
      displayName: group,
      memberIds: people
        .filter(([, { groups }]) => groups.includes(group))
        .map(([name]) => world.people[name]),
    })),
  );
  await fillLabels(suite, world);
  return world;
}

const fillOrganisation = (suite: WritableOrganisation, id: string, domain: string): Promise<void> =>
  suite.saveOrganisation({
    id,
    displayName: `Organisation ${domain}`,
    initialDomainName: `initial.${domain}`,
    defaultDomainName: domain,
  });

const fillLabels = (
  suite: WritableOrganisation,
  { tenantId, labels, groups }: Pick<ConformanceWorld, 'tenantId' | 'labels' | 'groups'>,
): Promise<void> =>
  suite.saveLabels(
    tenantId,
    Object.entries(CONFORMANCE_LABELS).map(([name, { sensitivity, isActive, parent, publishedTo }]) => ({
      id: labels[name as keyof typeof labels],
      name,
      description: `About ${name}`,
      color: '#0078D4',
      sensitivity,
      tooltip: '',
      isActive,
      parentId: parent && labels[parent],
      publishedTo: publishedTo?.map((group) => groups[group]!) ?? null,
    })),
  );
