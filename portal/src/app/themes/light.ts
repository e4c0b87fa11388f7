export { webLightTheme as theme } from '@fluentui/react-components';
