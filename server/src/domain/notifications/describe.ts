/** Writes a notification for the API and as mail. */
import type { User } from '../users/model.ts';
import type { Notification, NotificationFacts, NotificationRecord } from './model.ts';
import type { Mail } from './ports.ts';
import { languageFor, writeWords } from './texts.ts';

/** The subject of a notification, and its page in the portal. */
function subjectOf(
  facts: NotificationFacts,
): Pick<Notification, 'approval' | 'hook' | 'team' | 'lifecycleRun'> & { page: string } {
  if ('hookId' in facts)
    return { hook: { id: facts.hookId }, page: `/hooks/${encodeURIComponent(facts.hookId)}` };
  if ('teamId' in facts) {
    return { team: { id: facts.teamId }, page: `/teams/${encodeURIComponent(facts.teamId)}/lifecycle` };
  }
  if ('runId' in facts) {
    return { lifecycleRun: { id: facts.runId }, page: `/lifecycle/runs/${encodeURIComponent(facts.runId)}` };
  }
  return { approval: { id: facts.approvalId }, page: `/approvals/${encodeURIComponent(facts.approvalId)}` };
}

/** @param publicUrl base URL of the portal */
export function describeNotification(
  record: NotificationRecord,
  preferredLanguage: string | null | undefined,
  publicUrl: string,
): Notification {
  const language = languageFor(preferredLanguage);
  const { page, ...subject } = subjectOf(record.facts);
  return {
    id: record.id,
    kind: record.kind,
    language,
    ...writeWords(language, record.kind, record.facts),
    link: `${publicUrl}${page}`,
    ...subject,
    createdDateTime: record.createdAt.toISOString(),
    readDateTime: record.readAt?.toISOString() ?? null,
  };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');

/** Returns the mail; undefined for a person without an address or account. */
export function toMail(
  record: NotificationRecord,
  addressee: User | undefined,
  publicUrl: string,
): Mail | undefined {
  if (addressee === undefined || addressee.mail === null || !addressee.accountEnabled) return undefined;
  const { language, subject, text, link } = describeNotification(
    record,
    addressee.preferredLanguage,
    publicUrl,
  );
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const anchor = `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return {
    id: record.id,
    to: { name: addressee.displayName, address: addressee.mail },
    subject,
    text: `${text}\n\n${link}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs.join('')}${anchor}</body></html>`,
    language,
  };
}
