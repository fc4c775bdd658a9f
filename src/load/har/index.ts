export { profileOfHar } from './profile.js';
