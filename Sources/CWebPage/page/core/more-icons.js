/** Icons that the first view does not need. */
import { addIcons } from './icons.js';

addIcons({
  next: 'M9.5 5l7 7-7 7',
  list: 'M4 6.5h16M4 12h16M4 17.5h16',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 8.8M4.5 4.5v4.3h4.3M12 8v4.2l2.8 1.8',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2',
  edit: 'M4.5 19.5l1-4.2L16 4.8l3.2 3.2L8.7 18.5zM13.8 7l3.2 3.2',
});
