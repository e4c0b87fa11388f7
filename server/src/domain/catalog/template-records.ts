/** Audit records of templates (docs/specification.md, section 12). */
import { defineRecord } from '../../engine/audit/define-record.ts';
import type { Trail } from '../../engine/audit/trails.ts';

const catalogTrail: Trail = { code: 'catalog', category: 'Governance' };

const OF_TEMPLATE = ['templateId', 'templateName', 'version'] as const;

export const templateCreated = defineRecord(catalogTrail, 'template_created', [...OF_TEMPLATE, 'enabled']);
export const templateUpdated = defineRecord(catalogTrail, 'template_updated', [
  ...OF_TEMPLATE,
  'previousVersion',
  'enabled',
]);
export const templateDeleted = defineRecord(catalogTrail, 'template_deleted', OF_TEMPLATE);

export const templateRuleFailed = defineRecord(
  catalogTrail,
  'template_rule_failed',
  [...OF_TEMPLATE, 'rule', 'failure', 'problem'],
  'failure',
);
