import { Avatar } from '@fluentui/react-components';

/** The initials of a person, beside their name. */
export const Initials = ({ name }: { name: string }) => (
  <Avatar aria-hidden name={name} size={32} color="neutral" />
);
