import { createRoot } from 'react-dom/client';
import { roomNames } from '@office/rooms';

createRoot(document.getElementById('root') as HTMLElement).render(<p>{roomNames().join(', ')}</p>);
