import { reloadStalePage } from './components/ui/stale-page';

reloadStalePage();
