import type { GraphTenant } from '../../commands/tenants.ts';

const NAMES: Readonly<Record<GraphTenant['credential'], string>> = {
  secret: 'secret',
  certificate: 'certificate',
  workloadIdentity: 'workload identity',
  settings: 'of the settings',
};

export const describeCredential = ({ credential, expires }: GraphTenant): string =>
  expires === undefined ? NAMES[credential] : `${NAMES[credential]}, ends ${expires.slice(0, 10)}`;
