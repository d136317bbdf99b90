export { domAnimation } from 'motion/react';
