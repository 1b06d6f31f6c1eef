ALTER TABLE `companies` ADD `business_id_disputed` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Of companies with one business id the oldest keeps it. The others keep what they typed, and are asked to correct it.
UPDATE companies SET business_id_disputed = 1 WHERE business_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM companies older WHERE older.business_id IS NOT NULL
    AND (older.created_at, older.id) < (companies.created_at, companies.id)
    AND iif(older.country = 'AX', 'FI', older.country) = iif(companies.country = 'AX', 'FI', companies.country)
    AND upper(replace(replace(replace(replace(older.business_id, ' ', ''), '-', ''), '.', ''), '/', ''))
      = upper(replace(replace(replace(replace(companies.business_id, ' ', ''), '-', ''), '.', ''), '/', '')));--> statement-breakpoint
CREATE UNIQUE INDEX `companies_business_id` ON `companies` (
  (case when "country" = 'AX' then 'FI' else "country" end),
  upper(replace(replace(replace(replace("business_id", ' ', ''), '-', ''), '.', ''), '/', ''))
) WHERE "companies"."business_id" is not null and "companies"."business_id_disputed" = 0;
