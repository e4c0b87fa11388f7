/** The tenant's names and its sensitivity labels. They change rarely and are cached. */
import type { Organization, SensitivityLabel } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { Label } from '../../domain/labels/model.ts';
import type { SuiteLabels } from '../../domain/labels/suite.ts';
import type { SuiteOrganisation } from '../../domain/users/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import { hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { at } from './transport.ts';

/** Time for which an answer is cached. */
const KEPT_MILLISECONDS = 10 * 60_000;

export function createOrganisation({ graphOf }: Pick<GraphParts, 'graphOf'>) {
  const kept = new LRUCache<string, SuiteOrganisation>({ max: 1_000, ttl: KEPT_MILLISECONDS });
  return async (tenantId: string): Promise<SuiteOrganisation | undefined> => {
    const known = kept.get(tenantId);
    if (known !== undefined) return known;
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
    kept.set(tenantId, organisation);
    return organisation;
  };
}

/**
 * Examples of "List sensitivityLabels" have these members; Microsoft's types lack them. `applicableTo` has names with
 * commas between them, such as `email,teamwork,file`.
 */
type GraphLabel = SensitivityLabel & {
  color?: string | null;
  isEnabled?: boolean | null;
  applicableTo?: string | null;
};

/**
 * Whether a team can have the label, as far as Graph says. The label of a team is that of its group; `teamwork` is
 * about meetings and chats.
 */
const appliesToTeams = ({ applicableTo }: GraphLabel): boolean =>
  applicableTo == null ||
  applicableTo.split(',').some((target) => target.trim().toLowerCase() === 'unifiedgroup');

const toLabel = (label: GraphLabel, parent: Label['parent']): Label => ({
  id: label.id!,
  name: label.name ?? label.displayName ?? '',
  description: label.description ?? '',
  color: label.color || '#000000',
  sensitivity: label.priority ?? 0,
  tooltip: label.toolTip ?? '',
  isActive: label.isEnabled ?? true,
  parent,
});

/** Returns the labels for teams by rank, with those that are nested under any label. */
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

export function createLabels({ graphOf }: Pick<GraphParts, 'graphOf'>): SuiteLabels {
  const kept = new LRUCache<string, Label[]>({ max: 5_000, ttl: KEPT_MILLISECONDS });
  /** Returns no labels without the permission for them, so that the rest of Charter still works. */
  async function list(tenantId: string, path: string): Promise<GraphLabel[]> {
    try {
      return await graphOf(tenantId).list<GraphLabel>(path, { budget: 'others' });
    } catch (error) {
      if (hasStatus(error, 403)) return [];
      throw error;
    }
  }

  async function read(tenantId: string, path: string): Promise<Label[]> {
    const key = `${tenantId} ${path}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const labels = flatten(await list(tenantId, path));
    kept.set(key, labels);
    return labels;
  }

  return {
    async listFor(tenantId, userId) {
      if (!isUuid(userId)) return [];
      try {
        return await read(tenantId, at`/users/${userId}/dataSecurityAndGovernance/sensitivityLabels`);
      } catch (error) {
        if (hasStatus(error, 404)) return [];
        // The address for one person is in Graph's metadata, but undocumented, and missing in some clouds.
        if (hasStatus(error, 400, 405, 501)) return read(tenantId, OF_TENANT);
        throw error;
      }
    },
    async find(tenantId, labelId) {
      const labels = await read(tenantId, OF_TENANT);
      return labels.find(({ id }) => id === labelId);
    },
  };
}
