ALTER TABLE `contracts` ADD `retention_status` text;--> statement-breakpoint
-- Until now every contract that ended paid its retention out at once.
UPDATE contracts SET retention_status = 'released'
WHERE status IN ('completed', 'terminated')
  AND id IN (SELECT contract_id FROM ledger_postings WHERE kind = 'retention_release');
--> statement-breakpoint
UPDATE contracts SET retention_status = 'held'
WHERE status IN ('completed', 'terminated')
  AND id IN (SELECT a.owner_id FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
             WHERE a.kind = 'retention_held' AND b.balance_cents <> 0);
