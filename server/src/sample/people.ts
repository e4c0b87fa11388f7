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

interface Entry {
  id: string;
  name: [given: string, surname: string];
}

interface Employee extends Entry {
  work: { jobTitle: string; department: string; office: string; grade: string; costCentre: string };
  preferredLanguage: string;
  /** Key of the person's manager. */
  manager?: string;
  accountEnabled?: boolean;
}

interface Guest extends Entry {
  company: string;
  mail: string;
}

export interface PeopleFile {
  company: string;
  domain: string;
  offices: Record<string, Office>;
  people: Employee[];
  guests: Guest[];
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z-]/gi, '')
    .toLowerCase();

const keyOf = ([given, surname]: Entry['name']): string => `${plain(given)}.${plain(surname)}`;

function managerIdOf({ people }: PeopleFile, { manager }: Employee): string | null {
  if (manager === undefined) return null;
  const found = people.find(({ name }) => keyOf(name) === manager);
  if (found === undefined) throw new Error(`The sample organisation has no manager '${manager}'.`);
  return found.id;
}

function readEmployee(file: PeopleFile, entry: Employee): SamplePerson {
  const { jobTitle, department, office: city, grade, costCentre } = entry.work;
  const office = file.offices[city];
  if (office === undefined) throw new Error(`The sample organisation has no office '${city}'.`);
  const key = keyOf(entry.name);
  const address = `${key}@${file.domain}`;
  return {
    key,
    profile: {
      id: entry.id,
      displayName: entry.name.join(' '),
      givenName: entry.name[0],
      surname: entry.name[1],
      mail: address,
      userPrincipalName: address,
      jobTitle,
      department,
      companyName: file.company,
      city,
      country: office.country,
      usageLocation: office.usageLocation,
      preferredLanguage: entry.preferredLanguage,
      userType: 'Member',
      accountEnabled: entry.accountEnabled ?? true,
      onPremisesExtensionAttributes: { extensionAttribute1: costCentre, extensionAttribute2: grade },
      extensions: { extension_siteCode: office.site },
      managerId: managerIdOf(file, entry),
    },
  };
}

/** A guest has the mail address of their own organisation and, as in Entra, a user principal name derived from it. */
function readGuest(file: PeopleFile, { id, name, company, mail }: Guest): SamplePerson {
  return {
    key: keyOf(name),
    profile: {
      id,
      displayName: `${name.join(' ')} (${company})`,
      givenName: name[0],
      surname: name[1],
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
