/** The texts of notifications in German. */
import type { ExpiryAction } from '../teams/model.ts';
import type { FailureFacts, FailureReason, Texts } from './model.ts';

const THEN: Record<ExpiryAction, (date: string) => string> = {
  None: (date) => `gilt es am ${date} als abgelaufen`,
  Archive: (date) => `wird es am ${date} archiviert: Alles bleibt lesbar, und nichts lässt sich mehr ändern`,
  Delete: (date) => `wird es am ${date} mit seinem gesamten Inhalt gelöscht`,
};
const DONE: Record<ExpiryAction, string> = {
  None: 'Es gilt als abgelaufen; sonst geschieht nichts.',
  Archive: 'Es wird archiviert. Besitzer können es zurückholen.',
  Delete: 'Es wird gelöscht.',
};

const STEPS: Readonly<Record<string, string>> = {
  createTeam: 'Team erstellen',
  setSensitivityLabel: 'Vertraulichkeitsbezeichnung setzen',
  applySettings: 'Einstellungen anwenden',
  createChannels: 'Kanäle erstellen',
  installApps: 'Apps installieren',
  createTabs: 'Registerkarten erstellen',
  setPicture: 'Bild setzen',
  addRequester: 'Antragsteller hinzufügen',
  addRequestedMembers: 'Angefragte Besitzer und Mitglieder hinzufügen',
  addPermanentMembers: 'Dauerhafte Besitzer und Mitglieder hinzufügen',
  postWelcomeMessage: 'Willkommensnachricht veröffentlichen',
  archiveTeam: 'Team archivieren',
  unarchiveTeam: 'Team reaktivieren',
};
const CAUSES: Record<FailureReason, string> = {
  unavailable:
    'Das System, das die Teams führt, ist immer wieder gescheitert, obwohl Charter den Schritt eine Weile wiederholt hat.',
  internal: 'In Charter selbst ist etwas gescheitert.',
  missing: 'Etwas, das der Schritt braucht, gibt es nicht mehr.',
  taken: 'Ein anderes Team hat inzwischen den Namen oder die Adresse.',
  rejected: 'Das System, das die Teams führt, hat den Schritt abgelehnt.',
};
const TRY_AGAIN =
  'Die Administratoren sind benachrichtigt. „Ab dem Fehler wiederholen“ auf der Seite des Antrags macht dort weiter.';
const CORRECT =
  'Die Administratoren sind benachrichtigt und können die Ursache beheben. Wählen Sie danach auf der Seite des Antrags „Ab dem Fehler wiederholen“, oder stellen Sie einen neuen Antrag.';
const ADVICE: Record<FailureReason, string> = {
  unavailable: TRY_AGAIN,
  internal: TRY_AGAIN,
  missing: CORRECT,
  taken: 'Stellen Sie einen neuen Antrag mit einem anderen Namen.',
  rejected: CORRECT,
};

/** Says what failed, why, and what stays. */
function failure({ reason, step, remains }: FailureFacts): string {
  const words = STEPS[step ?? ''];
  const at = words === undefined ? [] : [`Der Schritt „${words}“ ist gescheitert.`];
  return [...at, CAUSES[reason], ...(remains ? ['Was bis dahin angelegt war, bleibt.'] : [])].join(' ');
}

export const DE: Texts = {
  quoted: (message) => `„${message}“`,
  details: (detail) => `Einzelheiten für Administratoren: ${detail}`,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} beantragt das Team „${teamName}“`,
    body: `${requesterName} beantragt ein Team namens „${teamName}“ nach der Vorlage „${templateName}“. Bitte genehmigen Sie den Antrag oder lehnen Sie ihn ab, spätestens am ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Erinnerung: Das Team „${teamName}“ wartet auf Ihre Genehmigung`,
    body: `${requesterName} wartet noch auf eine Entscheidung über das Team „${teamName}“. Der Antrag verfällt am ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `Der Antrag auf das Team „${teamName}“ wurde zurückgezogen`,
    body: `${actorName} hat den Antrag auf das Team „${teamName}“ zurückgezogen. Es ist nichts mehr zu entscheiden.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ ist genehmigt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ genehmigt. Es wird jetzt angelegt.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ wurde abgelehnt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ abgelehnt.`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Ihr Antrag auf das Team „${teamName}“ ist verfallen`,
    body: `Niemand hat rechtzeitig über Ihren Antrag auf das Team „${teamName}“ entschieden. Stellen Sie ihn neu, wenn Sie das Team noch brauchen.`,
  }),
  team_ready: ({ teamName, templateName }) => ({
    subject: `Ihr Team „${teamName}“ ist fertig`,
    body: `Das Team „${teamName}“, das Sie beantragt haben, ist nach der Vorlage „${templateName}“ angelegt und kann benutzt werden.`,
  }),
  request_failed: (facts) => ({
    subject: `Ihr Team „${facts.teamName}“ konnte nicht angelegt werden`,
    body: `Ihr Antrag auf das Team „${facts.teamName}“ ist gescheitert. ${failure(facts)} ${ADVICE[facts.reason]}`,
  }),
  job_failed: (facts) => ({
    subject:
      facts.purpose === 'request'
        ? `Das Team „${facts.teamName}“ konnte nicht angelegt werden`
        : `Eine Arbeit am Team „${facts.teamName}“ ist gescheitert`,
    body: `Begonnen von: ${facts.requesterName}. ${failure(facts)} Sehen Sie sich die Seite des Auftrags an. Wenn die Ursache behoben ist, wählen Sie dort „Ab dem Fehler wiederholen“.`,
  }),
  job_cancelled: ({ purpose, teamName, actorName, removes }) =>
    purpose === 'request'
      ? {
          subject: `Ihr Antrag auf das Team „${teamName}“ wurde abgebrochen`,
          body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ abgebrochen. ${removes ? 'Was schon angelegt war, wird gelöscht.' : 'Was schon angelegt war, bleibt.'}`,
        }
      : {
          subject: `Eine Arbeit am Team „${teamName}“ wurde abgebrochen`,
          body: `${actorName} hat die Arbeit am Team „${teamName}“ abgebrochen, die Sie begonnen hatten.`,
        },
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Ihr Webhook „${hookName}“ wurde abgeschaltet`,
    body: `${
      reason === 'gone'
        ? `Der Empfänger Ihres Webhooks „${hookName}“ hat geantwortet, dass es ihn nicht mehr gibt (410); es wird nichts mehr an ihn gesendet.`
        : `Seit fünf Tagen ist jeder Versuch gescheitert, an Ihren Webhook „${hookName}“ zuzustellen; es wird nichts mehr an ihn gesendet.`
    } Was nicht zugestellt wurde, wird aufbewahrt und gesendet, sobald Sie ihn wieder einschalten.`,
  }),
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `Wird das Team „${teamName}“ noch gebraucht?`,
    body: `Im Team „${teamName}“ ist seit dem ${last} nichts geschehen. Wenn niemand es verlängert oder darin arbeitet, ${THEN[action](expires)}. Verlängern Sie es, wenn es noch gebraucht wird.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `Das Team „${teamName}“ ist abgelaufen`,
    body: `Niemand hat das Team „${teamName}“ verlängert, und nichts ist darin geschehen. ${DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Lebenszyklus: abgelaufene Teams bleiben für den nächsten Lauf (${leftCount})`,
    body: `Der Lauf des Lebenszyklus hat an seiner Obergrenze gehalten. Archivierte oder gelöschte Teams: ${actedCount}. Abgelaufene Teams, mit denen die nächsten Läufe weitermachen: ${leftCount}. Sehen Sie sich die Simulation an, bevor Sie die Obergrenze anheben.`,
  }),
  graph_account_lost: ({ accountName, reason }) => ({
    subject: `Das Konto ${accountName} muss neu verbunden werden`,
    body: `Charter kann sich bei Microsoft 365 nicht mehr als ${accountName} anmelden. Deshalb setzt es keine Vertraulichkeitsbezeichnungen und veröffentlicht keine Begrüßungen. Anfragen, die das brauchen, warten oder werden abgelehnt. Bitten Sie den Betreiber des Dienstes, „charter graph-account connect“ auszuführen. Microsoft meldet: ${reason}`,
  }),
  graph_access_lost: ({ accessReason }) => ({
    subject: 'Microsoft 365 gewährt Charter keinen Zugriff',
    body: `Microsoft 365 gewährt Charter keinen vollen Zugriff mehr auf Ihre Organisation. Anfragen für Teams werden angenommen und warten, Listen von Personen und Teams können veraltet sein, und keine Richtlinie stellt etwas wieder her. Bitten Sie den Betreiber des Dienstes, „charter graph check“ auszuführen, und erteilen Sie die Zustimmung oder erneuern Sie die Anmeldedaten. Danach geht alles von selbst weiter. Der Grund: ${accessReason}`,
  }),
  template_people_departed: ({ templateName, people }) => ({
    subject: `Personen der Vorlage „${templateName}“ sind ausgeschieden`,
    body: `Die Vorlage „${templateName}“ oder eine Anfrage dazu nennt Personen, die nicht mehr im Verzeichnis sind oder deren Konto geschlossen ist: ${people.join(', ')}. Neue Teams entstehen ohne sie. Bitte berichtigen Sie die Vorlage.`,
  }),
};
