/** Describes a notification for the API, and composes its mail. */
import { html } from '../../kernel/html.ts';
import type { User } from '../directory/model.ts';
import { languageFor } from '../languages/language.ts';
import type { NotificationFacts, NotificationRecord } from './model.ts';
import type { Mail } from './ports.ts';
import { writeWords } from './texts.ts';

/** The subject of a notification. */
interface Subject {
  approval?: { id: string };
  job?: { id: string };
  hook?: { id: string };
  team?: { id: string };
  lifecycleRun?: { id: string };
}

/** Returns the subject, and the path of its page in the portal. */
function subjectOf(facts: NotificationFacts): [subject: Subject, page: string] {
  if ('builtBy' in facts) {
    const team = { id: facts.teamId };
    return [{ job: { id: facts.builtBy }, team }, `teams/${encodeURIComponent(team.id)}`];
  }
  if ('jobId' in facts) return [{ job: { id: facts.jobId } }, `jobs/${encodeURIComponent(facts.jobId)}`];
  if ('hookId' in facts) return [{ hook: { id: facts.hookId } }, `hooks/${encodeURIComponent(facts.hookId)}`];
  if ('teamId' in facts) {
    return [{ team: { id: facts.teamId } }, `teams/${encodeURIComponent(facts.teamId)}/lifecycle`];
  }
  if ('runId' in facts)
    return [{ lifecycleRun: { id: facts.runId } }, `lifecycle/runs/${encodeURIComponent(facts.runId)}`];
  if ('templateId' in facts) return [{}, `templates/${encodeURIComponent(facts.templateId)}`];
  if ('accountName' in facts || 'accessReason' in facts) return [{}, 'overview'];
  return [{ approval: { id: facts.approvalId } }, `approvals/${encodeURIComponent(facts.approvalId)}`];
}

/** @param publicUrl base URL of the portal */
export function describeNotification(
  record: NotificationRecord,
  preferredLanguage: string | null | undefined,
  publicUrl: string,
) {
  const language = languageFor(preferredLanguage);
  const [subject, page] = subjectOf(record.facts);
  return {
    id: record.id,
    kind: record.kind,
    language,
    ...writeWords(language, record.kind, record.facts),
    link: `${publicUrl}/${page}`,
    ...subject,
    createdDateTime: record.createdAt.toISOString(),
    readDateTime: record.readAt?.toISOString() ?? null,
  };
}

export type Notification = ReturnType<typeof describeNotification>;

/** Returns the mail; undefined for a person without an address, or whose account is disabled. */
export function toMail(record: NotificationRecord, addressee: User, publicUrl: string): Mail | undefined {
  if (addressee.mail === null || !addressee.accountEnabled) return undefined;
  const described = describeNotification(record, addressee.preferredLanguage, publicUrl);
  const { language, subject, text, link } = described;
  const paragraphs = text.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`);
  const page = html`<!doctype html><html lang="${language}"><body>${paragraphs}<p><a href="${link}">${link}</a></p></body></html>`;
  return {
    id: record.id,
    to: { name: addressee.displayName, address: addressee.mail },
    subject,
    text: `${text}\n\n${link}\n`,
    html: page.toString(),
    language,
  };
}
