import { reloadPageWhenStale } from './components/ui/stale-page';

reloadPageWhenStale();
