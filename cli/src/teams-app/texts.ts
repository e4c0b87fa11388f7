/** The description of the app in Microsoft Teams in one language. Teams allows 80 characters for `short`. */
interface Texts {
  short: string;
  full: string;
  /** Names of the tabs. */
  home: string;
  approvals: string;
}

export const TEXTS: Record<'en' | 'fr' | 'de', Texts> = {
  en: {
    short: 'Request teams, follow your requests, and decide on approvals.',
    full: 'Request a team from an approved template and see its name, members and approvers before you send it. Follow the work while the team is built. Approve, change or reject the requests that wait for you, and look after your teams.',
    home: 'Home',
    approvals: 'Approvals',
  },
  fr: {
    short: 'Demandez des équipes, suivez vos demandes et donnez vos approbations.',
    full: 'Demandez une équipe à partir d’un modèle approuvé et voyez son nom, ses membres et ses approbateurs avant l’envoi. Suivez la création de l’équipe. Approuvez, modifiez ou refusez les demandes qui vous attendent, et gérez vos équipes.',
    home: 'Accueil',
    approvals: 'Approbations',
  },
  de: {
    short: 'Teams anfragen, Anfragen verfolgen und über Genehmigungen entscheiden.',
    full: 'Fragen Sie ein Team aus einer freigegebenen Vorlage an und sehen Sie Name, Mitglieder und Genehmigende, bevor Sie die Anfrage senden. Verfolgen Sie, wie das Team entsteht. Genehmigen, ändern oder lehnen Sie Anfragen ab, die auf Sie warten, und verwalten Sie Ihre Teams.',
    home: 'Start',
    approvals: 'Genehmigungen',
  },
};
