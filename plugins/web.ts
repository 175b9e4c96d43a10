// What the plugins add to the page of the shoppers, in a chunk that few campaigns fetch.
import './packs/web/pack-field.tsx';
import './whatsapp/web/opt-in.tsx';
