/** Audit records of templates (docs/specification.md, section 12). */
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { CatalogTemplate } from './model.ts';

type Subject = Pick<CatalogTemplate['templateConfiguration'], 'id' | 'name' | 'version'>;

const CATALOG = { code: 'catalog', category: 'Governance' };

const ofTemplate = defineRecords<Subject>(CATALOG, {
  target: ({ id, name }) => ({ type: 'template', id, displayName: name }),
  fields: {
    templateId: ({ id }) => id,
    templateName: ({ name }) => name,
    version: ({ version }) => version,
  },
});

export const templateCreated = ofTemplate('template_created', ['enabled']);
export const templateUpdated = ofTemplate('template_updated', ['previousVersion', 'enabled']);
export const templateDeleted = ofTemplate('template_deleted');
export const templateRuleFailed = ofTemplate(
  'template_rule_failed',
  ['rule', 'failure', 'problem'],
  'failure',
);

const ofFile = defineRecords<{ sha256: string; size: number }>(CATALOG, {
  target: ({ sha256 }) => ({ type: 'file', id: sha256, displayName: sha256.slice(0, 12) }),
  fields: { sha256: ({ sha256 }) => sha256, size: ({ size }) => size },
});

export const templateFileStored = ofFile('template_file_stored');
