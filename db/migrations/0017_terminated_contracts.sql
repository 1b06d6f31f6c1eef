-- Projects and bids whose contract was terminated before they had a state for it.
UPDATE projects SET status = 'terminated'
WHERE status = 'active'
  AND EXISTS (SELECT 1 FROM contracts c WHERE c.project_id = projects.id AND c.status = 'terminated')
  AND NOT EXISTS (SELECT 1 FROM contracts c WHERE c.project_id = projects.id AND c.status IN ('active', 'completed'));
--> statement-breakpoint
UPDATE bids SET status = 'terminated'
WHERE status = 'won' AND id IN (SELECT bid_id FROM contracts WHERE status = 'terminated');
