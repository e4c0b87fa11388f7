import { Avatar, makeStyles } from '@fluentui/react-components';

/** As large as an avatar of 32 pixels, and grows with the font size. */
const useStyles = makeStyles({ initials: { width: '2rem', height: '2rem' } });

/** The initials of a person, beside their name. */
export const Initials = ({ name }: { name: string }) => (
  <Avatar className={useStyles().initials} aria-hidden name={name} size={32} color="neutral" />
);
