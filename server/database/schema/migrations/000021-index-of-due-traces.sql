-- Only the deletion uses it: the condition is always true, but a look-up by source does not imply
-- it. Where a vacuum has recorded the table as empty, such a look-up read all traces by their age.
create index concurrently review_trace_due on inaam.review_trace (at) where octet_length(source) = 16;
