/** The tenant's names and its sensitivity labels. They change rarely and are cached. */
import type { Organization, SensitivityLabel } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { SuiteOrganisation } from '../../../domain/directory/suite.ts';
import type { Label, SuiteLabels } from '../../../domain/labels/labels.ts';
import { expiryOptions } from '../../../kernel/cache.ts';
import { columns, text } from '../../../kernel/columns.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { inserted, replaced } from '../../../kernel/sql.ts';
import { hasStatus } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { MirrorParts } from './parts.ts';

/** Time for which a response is cached. */
const CACHED_MILLISECONDS = 10 * 60_000;

/** Time until the next call, after the call for the names failed or Graph rejected the call for the labels. */
const OUTDATED_MILLISECONDS = 30_000;

const ORGANISATION = columns<SuiteOrganisation>({
  id: text('tenant_id'),
  displayName: text(),
  initialDomainName: text(),
  defaultDomainName: text(),
});

/** Returns the function that reads the names. When the call to Graph fails, the function returns the stored names. */
export function organisationReader({
  graphOf,
  database,
  clock,
}: Pick<MirrorParts, 'graphOf' | 'database' | 'clock'>) {
  const cache = new LRUCache<string, SuiteOrganisation>(expiryOptions(clock, 1_000, CACHED_MILLISECONDS));

  async function read(tenantId: string): Promise<SuiteOrganisation | undefined> {
    const path = '/organization?$select=id,displayName,verifiedDomains';
    const [found] = await graphOf(tenantId).list<Organization>(path, { budget: 'readDirectory' });
    if (found === undefined) return undefined;
    const domains = found.verifiedDomains ?? [];
    const initial = domains.find(({ isInitial }) => isInitial)?.name ?? '';
    const organisation = {
      id: tenantId,
      displayName: found.displayName ?? tenantId,
      initialDomainName: initial,
      defaultDomainName: domains.find(({ isDefault }) => isDefault)?.name ?? initial,
    };
    const { displayName, initialDomainName, defaultDomainName } = organisation;
    const { tenant, write } = database.in(tenantId);
    const names = {
      display_name: displayName,
      initial_domain_name: initialDomainName,
      default_domain_name: defaultDomainName,
    };
    await write`
      insert into graph_suite.organisations ${inserted({ tenant_id: tenant, ...names })}
      on conflict (tenant_id) do update set ${replaced(Object.keys(names))}`;
    cache.set(tenantId, organisation);
    return organisation;
  }

  return async (tenantId: string): Promise<SuiteOrganisation | undefined> => {
    const known = cache.get(tenantId);
    if (known !== undefined) return known;
    try {
      return await read(tenantId);
    } catch (error) {
      const { tenant, first } = database.in(tenantId);
      const stored = await first(ORGANISATION)`
        select ${ORGANISATION} from graph_suite.organisations where tenant_id = ${tenant}`;
      if (stored === undefined) throw error;
      cache.set(tenantId, stored, { ttl: OUTDATED_MILLISECONDS });
      return stored;
    }
  };
}

/**
 * "sensitivityLabel resource type" has these properties; Microsoft's types lack them. It spells `toolTip` in two ways.
 * `applicableTo` has names separated by commas, such as `email,teamwork,file`.
 */
type GraphLabel = SensitivityLabel & {
  applicableTo?: string | null;
  tooltip?: string | null;
  color?: string | null;
  isActive?: boolean | null;
  isAppliable?: boolean | null;
  isEnabled?: boolean | null;
  sensitivity?: number | null;
};

/**
 * Whether Graph permits the label for a team. The label of a team is that of its group; `teamwork` is for meetings and
 * chats. A label with sublabels only groups them ("Learn about sensitivity labels").
 */
const appliesToTeams = ({ applicableTo, isAppliable }: GraphLabel): boolean =>
  isAppliable !== false &&
  (applicableTo == null ||
    applicableTo.split(',').some((target) => target.trim().toLowerCase() === 'unifiedgroup'));

/**
 * Returns the rank of the label. Microsoft Purview lists labels by priority, with the most restrictive one last ("Learn
 * about sensitivity labels"). Charter follows it, although "sensitivityLabel resource type" ranks lower numbers higher.
 */
const rankOf = ({ sensitivity, priority }: GraphLabel): number => sensitivity ?? priority ?? 0;

const toLabel = (label: GraphLabel, parent: Label['parent']): Label => ({
  id: label.id!,
  name: label.name ?? label.displayName ?? '',
  description: label.description ?? '',
  color: label.color || '#000000',
  sensitivity: rankOf(label),
  tooltip: label.toolTip ?? label.tooltip ?? '',
  isActive: label.isEnabled ?? label.isActive ?? true,
  parent,
});

/** Returns the labels for teams by rank, including sublabels. */
const flatten = (labels: readonly GraphLabel[]): Label[] =>
  labels
    .flatMap((label) => [
      ...(appliesToTeams(label) ? [toLabel(label, null)] : []),
      ...(label.sublabels ?? [])
        .filter(appliesToTeams)
        .map((sub) => toLabel(sub, { id: label.id!, name: label.name ?? '' })),
    ])
    .filter((label, place, all) => all.findLastIndex(({ id }) => id === label.id) === place)
    .toSorted(
      (one, other) => one.sensitivity - other.sensitivity || one.name.localeCompare(other.name, 'en'),
    );

const OF_TENANT = '/security/dataSecurityAndGovernance/sensitivityLabels';

/** Statuses with which Graph rejects the labels or lacks them, for example in a national cloud or without Purview. */
const WITHOUT_LABELS = [400, 403, 404, 405, 501] as const;

/**
 * Only Graph knows which labels are published to a person. When Graph rejects the call, the person gets none, because
 * the labels of the tenant include those of others.
 */
export function createLabelReads({ graphOf, clock }: Pick<MirrorParts, 'graphOf' | 'clock'>): SuiteLabels {
  const cache = new LRUCache<string, Label[]>(expiryOptions(clock, 5_000, CACHED_MILLISECONDS));

  const list = async (tenantId: string, path: string): Promise<Label[]> =>
    flatten(await graphOf(tenantId).list<GraphLabel>(path, { budget: 'others' }));

  /**
   * Reads the labels of the person. Without the parameter, an application gets all labels of the tenant ("List
   * sensitivityLabels" of a user). If Graph rejects the parameter, the labels count only when they are fewer than
   * those of the tenant.
   */
  async function listOf(tenantId: string, userId: string): Promise<Label[]> {
    const path = at`/users/${userId}/dataSecurityAndGovernance/sensitivityLabels`;
    try {
      return await list(tenantId, `${path}?isScopedToUser=true`);
    } catch (error) {
      if (!hasStatus(error, 400)) throw error;
    }
    const own = await list(tenantId, path);
    const all = await list(tenantId, OF_TENANT);
    return own.length < all.length ? own : [];
  }

  async function read(key: string, load: () => Promise<Label[]>): Promise<Label[]> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    try {
      const labels = await load();
      cache.set(key, labels);
      return labels;
    } catch (error) {
      if (!hasStatus(error, ...WITHOUT_LABELS)) throw error;
      cache.set(key, [], { ttl: OUTDATED_MILLISECONDS });
      return [];
    }
  }

  return {
    listFor: async (tenantId, userId) =>
      isUuid(userId) ? read(`${tenantId} ${userId}`, () => listOf(tenantId, userId)) : [],
    async find(tenantId, labelId) {
      const labels = await read(tenantId, () => list(tenantId, OF_TENANT));
      return labels.find(({ id }) => id === labelId);
    },
  };
}
