import type { AuditTrailRecord } from '@charter/sdk';
import { useMessages } from '../base/messages.ts';
import { useNames } from './use-names.ts';

/** Returns a function that names the types of audit records. */
export const useRecordName = () => useNames((type) => `records.${type}`);

/** Returns a function that names audit trails. */
export const useTrailName = () => useNames((code) => `audit.trails.${code}`);

/** Returns a function that names the target of an audit record. Lifecycle runs, trails and lists have no names. */
export function useTargetName(): (target: AuditTrailRecord['target']) => string {
  const text = useMessages();
  const trailName = useTrailName();
  const listName = useNames((id) => `nav.${id}`);
  return ({ type, id, displayName }) => {
    if (type === 'run') return text('lifecycle.run');
    if (type === 'trail') return trailName(id);
    if (type === 'list') return listName(id);
    if (type === 'teamHistory') return text('audit.history', { name: displayName });
    return displayName || id;
  };
}

/** Returns a function that names roles. */
export const useRoleName = () => useNames((role) => `roles.name.${role}`);
