import type { AuditTrailRecord } from '@charter/sdk';
import { useMessages } from '../base/messages.ts';
import { useNames } from './use-names.ts';

/** Returns a function that names the types of audit records. */
export const useRecordName = () => useNames((type) => `records.${type}`);

/** Returns a function that names audit trails. */
export const useTrailName = () => useNames((code) => `audit.trails.${code}`);

/** Returns a function that names the target of an audit record. A lifecycle run has no name of its own. */
export function useTargetName(): (target: AuditTrailRecord['target']) => string {
  const text = useMessages();
  return ({ type, id, displayName }) => (type === 'run' ? text('lifecycle.run') : displayName || id);
}

/** Returns a function that names roles. */
export const useRoleName = () => useNames((role) => `roles.name.${role}`);
