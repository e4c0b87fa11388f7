/** Reads the people of a sample organisation from people.yaml, and derives fields from their offices and names. */
import type { NewUser } from '../domain/directory/ports.ts';

export interface SamplePerson {
  /** Reference in the files: `given.surname` in lower case without accents and spaces. */
  key: string;
  profile: NewUser;
}

interface Office {
  country: string;
  usageLocation: string;
  site: string;
}

/** A row of the table of employees. `disabled` ends the row of a person whose account is disabled. */
type Employee = [
  id: number,
  given: string,
  surname: string,
  manager: string | null,
  ...work: [jobTitle: string, department: string, office: string, grade: string, costCentre: number],
  preferredLanguage: string,
  disabled?: 'disabled',
];

type Guest = [id: number, given: string, surname: string, company: string, mail: string];

export interface PeopleFile {
  company: string;
  domain: string;
  /** Prefix of the ids of all people. */
  idPrefix: string;
  offices: Record<string, Office>;
  people: Employee[];
  guests: Guest[];
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z-]/gi, '')
    .toLowerCase();

const keyOf = (given: string, surname: string): string => `${plain(given)}.${plain(surname)}`;

function managerIdOf({ people, idPrefix }: PeopleFile, manager: string | null): string | null {
  if (manager === null) return null;
  const found = people.find(([, given, surname]) => keyOf(given, surname) === manager);
  if (found === undefined) throw new Error(`The sample organisation has no manager '${manager}'.`);
  return `${idPrefix}${found[0]}`;
}

function readEmployee(file: PeopleFile, entry: Employee): SamplePerson {
  const [id, givenName, surname, manager, jobTitle, department, city, grade, costCentre, ...rest] = entry;
  const [preferredLanguage, disabled] = rest;
  const office = file.offices[city];
  if (office === undefined) throw new Error(`The sample organisation has no office '${city}'.`);
  const key = keyOf(givenName, surname);
  const address = `${key}@${file.domain}`;
  return {
    key,
    profile: {
      id: `${file.idPrefix}${id}`,
      displayName: `${givenName} ${surname}`,
      givenName,
      surname,
      mail: address,
      userPrincipalName: address,
      jobTitle,
      department,
      companyName: file.company,
      city,
      country: office.country,
      usageLocation: office.usageLocation,
      preferredLanguage,
      userType: 'Member',
      accountEnabled: disabled === undefined,
      onPremisesExtensionAttributes: { extensionAttribute1: String(costCentre), extensionAttribute2: grade },
      extensions: { extension_siteCode: office.site },
      managerId: managerIdOf(file, manager),
    },
  };
}

/** A guest has the mail address of their own organisation and, as in Entra, a user principal name derived from it. */
function readGuest(file: PeopleFile, [id, givenName, surname, company, mail]: Guest): SamplePerson {
  return {
    key: keyOf(givenName, surname),
    profile: {
      id: `${file.idPrefix}${id}`,
      displayName: `${givenName} ${surname} (${company})`,
      givenName,
      surname,
      mail,
      userPrincipalName: `${mail.replace('@', '_')}#EXT#@${file.domain}`,
      companyName: company,
      userType: 'Guest',
      accountEnabled: true,
    },
  };
}

export const readPeople = (file: PeopleFile): SamplePerson[] => [
  ...file.people.map((entry) => readEmployee(file, entry)),
  ...file.guests.map((entry) => readGuest(file, entry)),
];
