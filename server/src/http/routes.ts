/** Every route; a missing operation fails to compile. */
import { applyCatalogTemplateRoute } from './catalog/apply-catalog-template.ts';
import { exportCatalogTemplateRoute } from './catalog/export-catalog-template.ts';
import { getCatalogTemplatesRoute } from './catalog/get-catalog-templates.ts';
import { getMyCatalogTemplatesRoute } from './catalog/get-my-catalog-templates.ts';
import { getJobRoute } from './jobs/get-job.ts';
import type { OperationId } from './operations.ts';
import { createTeamProvisioningJobRoute } from './provisioning/create-team-provisioning-job.ts';
import type { Route } from './route.ts';
import { getTeamRoute } from './teams/get-team.ts';

const byOperation = {
  applyCatalogTemplate: applyCatalogTemplateRoute,
  createTeamProvisioningJob: createTeamProvisioningJobRoute,
  exportCatalogTemplate: exportCatalogTemplateRoute,
  getCatalogTemplates: getCatalogTemplatesRoute,
  getJob: getJobRoute,
  getMyCatalogTemplates: getMyCatalogTemplatesRoute,
  getTeam: getTeamRoute,
} satisfies Partial<Record<OperationId, Route>>;

export const routes: readonly Route[] = Object.values(byOperation);
