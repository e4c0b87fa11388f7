/** Audit records of templates (docs/specification.md, section 12). */
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { CatalogTemplate } from './model.ts';

type Subject = Pick<CatalogTemplate['templateConfiguration'], 'id' | 'name' | 'version'>;

const ofTemplate = defineRecords<Subject>(
  { code: 'catalog', category: 'Governance' },
  {
    target: ({ id, name }) => ({ type: 'template', id, displayName: name }),
    fields: {
      templateId: ({ id }) => id,
      templateName: ({ name }) => name,
      version: ({ version }) => version,
    },
  },
);

export const templateCreated = ofTemplate('template_created', ['enabled']);
export const templateUpdated = ofTemplate('template_updated', ['previousVersion', 'enabled']);
export const templateDeleted = ofTemplate('template_deleted');
export const templateRuleFailed = ofTemplate(
  'template_rule_failed',
  ['rule', 'failure', 'problem'],
  'failure',
);
