/** The sizes of a generated database, and how its tenants share them. */

/** Numbers of objects of a database. */
export interface Sizes {
  tenants: number;
  people: number;
  teams: number;
  records: number;
  jobs: number;
}

/** Numbers of objects of one tenant. */
export interface TenantSize extends Omit<Sizes, 'tenants'> {
  id: string;
  /** From 1, the largest tenant first. */
  number: number;
}

/** The large database of docs/scaling.md. */
export const LARGE: Sizes = {
  tenants: 2_000,
  people: 1_000_000,
  teams: 200_000,
  records: 10_000_000,
  jobs: 500_000,
};

/**
 * The database that the large one is compared with. Its tenant has as many objects for each person as the large one.
 */
export const SMALL: Sizes = { tenants: 1, people: 10_000, teams: 2_000, records: 100_000, jobs: 5_000 };

/** Returns the tenant's id: as long as the ids of Microsoft Entra, because it is in every index. */
const tenantId = (number: number): string => `5ca1e000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/**
 * Shares the totals among the tenants by Zipf's law: the n-th tenant has 1/n of the objects of the first. Each tenant
 * has one person at least.
 */
export function tenantsOf({ tenants, ...totals }: Sizes): TenantSize[] {
  const weights = Array.from({ length: tenants }, (_, index) => 1 / (index + 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight, index) => {
    const share = (total: number): number =>
      Math.round((total * (before + weight)) / all) - Math.round((total * before) / all);
    const tenant = {
      id: tenantId(index + 1),
      number: index + 1,
      people: Math.max(1, share(totals.people)),
      teams: share(totals.teams),
      records: share(totals.records),
      jobs: share(totals.jobs),
    };
    before += weight;
    return tenant;
  });
}

/** Returns the tenant whose number of people is the closest. */
export const closestTo = (people: number, tenants: readonly TenantSize[]): TenantSize =>
  tenants.reduce((best, tenant) =>
    Math.abs(tenant.people - people) < Math.abs(best.people - people) ? tenant : best,
  );
