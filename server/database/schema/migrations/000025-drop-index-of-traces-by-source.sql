-- 000024 replaces it.
drop index concurrently if exists inaam.review_trace_by_source;
