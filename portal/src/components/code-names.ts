import { useNames } from './use-names.ts';

/** Returns a function that names the types of audit records. */
export const useRecordName = () => useNames((type) => `records.${type}`);

/** Returns a function that names audit trails. */
export const useTrailName = () => useNames((code) => `audit.trails.${code}`);

/** Returns a function that names roles. */
export const useRoleName = () => useNames((role) => `roles.name.${role}`);
