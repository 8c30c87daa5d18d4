-- The tables as declared in contract/, made by tools/draftMigration.ts.
create table sys_org (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  type varchar(24) default 'DC' not null,
  upper_org_id bigint,
  path varchar(200) collate "C" not null,
  level integer not null,
  time_zone varchar(64) default 'Asia/Shanghai' not null,
  contact varchar(32),
  phone varchar(32),
  address varchar(200),
  longitude numeric(18,6),
  latitude numeric(18,6),
  note varchar(500),
  constraint sys_org_pkey primary key (tenant_id, id),
  constraint sys_org_code_key unique (tenant_id, code),
  constraint sys_org_type_ck check (type in ('PLAT', 'AGENT', 'GROUP', 'DC', 'FC', 'BC', 'TC'))
);
create table sys_user (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  username varchar(64) collate "C" not null,
  real_name varchar(64) not null,
  mobile varchar(20),
  email varchar(254),
  email_confirmed_at timestamptz,
  work_number varchar(32),
  position varchar(32),
  org_id bigint not null,
  valid_to date,
  password_time timestamptz,
  original_password boolean default true not null,
  failed_count integer default 0 not null,
  failed_at timestamptz,
  last_login_time timestamptz,
  last_login_ip varchar(64),
  remark varchar(500),
  password_hash varchar(200),
  former_hashes varchar(2000),
  constraint sys_user_pkey primary key (tenant_id, id),
  constraint sys_user_username_key unique (tenant_id, username),
  constraint sys_user_work_number_key unique (tenant_id, work_number)
);
create table sys_user_org (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  org_id bigint not null,
  constraint sys_user_org_pkey primary key (tenant_id, id),
  constraint sys_user_org_user_id_org_id_key unique (tenant_id, user_id, org_id)
);
create table sys_user_role (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  role_id bigint not null,
  constraint sys_user_role_pkey primary key (tenant_id, id),
  constraint sys_user_role_user_id_role_id_key unique (tenant_id, user_id, role_id)
);
create table sys_user_owner (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  owner_id bigint not null,
  constraint sys_user_owner_pkey primary key (tenant_id, id),
  constraint sys_user_owner_user_id_owner_id_key unique (tenant_id, user_id, owner_id)
);
create table sys_role (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  name varchar(64) not null,
  org_id bigint not null,
  sys_default boolean default false not null,
  data_scope varchar(24) default 'ALL' not null,
  scope_org_ids bigint[] default '{}' not null,
  needs_second_factor boolean default false not null,
  remark varchar(500),
  constraint sys_role_pkey primary key (tenant_id, id),
  constraint sys_role_org_id_name_key unique (tenant_id, org_id, name),
  constraint sys_role_data_scope_ck check (data_scope in ('ALL', 'ORG', 'CUSTOM', 'OWNER_SET', 'SELF'))
);
create table sys_session (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  working_org_id bigint not null,
  source varchar(8) collate "C" not null,
  ip varchar(64),
  user_agent varchar(200),
  sign_algorithm varchar(8) collate "C",
  public_key jsonb,
  last_seen timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason varchar(16) collate "C",
  constraint sys_session_pkey primary key (tenant_id, id)
);
create table sys_option (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  org_id bigint not null,
  key varchar(64) collate "C" not null,
  value varchar(2000),
  constraint sys_option_pkey primary key (tenant_id, id),
  constraint sys_option_key_org_id_key unique (tenant_id, key, org_id)
);
create table sys_platform_option (
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  key varchar(64) collate "C" not null,
  value varchar(2000),
  constraint sys_platform_option_pkey primary key (id),
  constraint sys_platform_option_key_key unique (key)
);
create table sys_dic_info (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  type_code varchar(48) collate "C" not null,
  query_key varchar(32) collate "C" not null,
  info_value varchar(64) not null,
  info_value_en varchar(64) not null,
  sort integer default 0 not null,
  color varchar(16),
  disabled boolean default false not null,
  constraint sys_dic_info_pkey primary key (tenant_id, id),
  constraint sys_dic_info_type_code_query_key_key unique (tenant_id, type_code, query_key)
);
create table sys_announcement (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  title varchar(100) not null,
  level varchar(24) default 'INFO' not null,
  org_id bigint not null,
  state varchar(24) default 'DRAFT' not null,
  published_at timestamptz,
  valid_to timestamptz,
  body varchar(4000) not null,
  constraint sys_announcement_pkey primary key (tenant_id, id),
  constraint sys_announcement_level_ck check (level in ('INFO', 'WARN', 'URGENT')),
  constraint sys_announcement_state_ck check (state in ('DRAFT', 'PUBLISHED', 'WITHDRAWN'))
);
create table sys_job (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(40) collate "C" not null,
  title varchar(64),
  handler varchar(40) collate "C" not null,
  org_id bigint not null,
  cron varchar(64) not null,
  misfire varchar(24) default 'ONCE' not null,
  timeout_minutes integer default 120 not null,
  retry_max integer default 0 not null,
  retry_minutes integer default 5 not null,
  is_alerting boolean default true not null,
  is_system boolean default false not null,
  next_time timestamptz not null,
  last_time timestamptz,
  last_status varchar(24),
  constraint sys_job_pkey primary key (tenant_id, id),
  constraint sys_job_code_org_id_key unique (tenant_id, code, org_id),
  constraint sys_job_misfire_ck check (misfire in ('ONCE', 'SKIP')),
  constraint sys_job_last_status_ck check (last_status in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'TIMEOUT', 'CANCELLED', 'SKIPPED'))
);
create table sys_open_account (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  name varchar(64) not null,
  app_key varchar(40) collate "C" not null,
  sign_algorithm varchar(24) default 'HMAC-SHA256' not null,
  public_key varchar(400),
  org_ids bigint[] default '{}' not null,
  owner_scope varchar(24) default 'ALL' not null,
  owner_ids bigint[] default '{}' not null,
  scopes varchar(24)[] default '{}' not null,
  ip_allow varchar(1000),
  rate_per_minute integer default 60 not null,
  daily_quota integer default 10000 not null,
  valid_to date,
  contact varchar(100),
  callback_url varchar(500),
  callback_events varchar(24)[] default '{}' not null,
  callback_revision integer default 0 not null,
  previous_valid_to timestamptz,
  sealed varchar(200),
  sealed_previous varchar(200),
  previous_key varchar(64),
  constraint sys_open_account_pkey primary key (tenant_id, id),
  constraint sys_open_account_app_key_key unique (tenant_id, app_key),
  constraint sys_open_account_name_key unique (tenant_id, name),
  constraint sys_open_account_sign_algorithm_ck check (sign_algorithm in ('HMAC-SHA256', 'ED25519')),
  constraint sys_open_account_owner_scope_ck check (owner_scope in ('ALL', 'LISTED'))
);
create table sys_open_call_log (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  account_id bigint not null,
  method varchar(8) collate "C" not null,
  path varchar(200) not null,
  code integer not null,
  message varchar(200),
  cost_ms integer not null,
  trace_id varchar(64) collate "C",
  ip varchar(64),
  bytes integer not null,
  constraint sys_open_call_log_pkey primary key (tenant_id, id)
);
create table sys_data_collection (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(40) collate "C" not null,
  name varchar(64) not null,
  direction varchar(24) default 'IN' not null,
  source_kind varchar(24) default 'REST_PULL' not null,
  object varchar(60),
  org_id bigint not null,
  events varchar(24)[] default '{}' not null,
  owner_scope varchar(24) default 'ALL' not null,
  owner_ids bigint[] default '{}' not null,
  endpoint varchar(500),
  folder varchar(40),
  topic varchar(200),
  client_id varchar(64),
  line_format varchar(24),
  line_pattern varchar(100),
  steadiness varchar(24),
  line_unit varchar(24),
  credential_kind varchar(24) default 'NONE' not null,
  credential_name varchar(100),
  records_path varchar(200),
  watermark_path varchar(200),
  version_path varchar(200),
  batch_size integer default 200 not null,
  error_policy varchar(24) default 'SKIP' not null,
  cron varchar(64),
  keeper_id bigint,
  host_key varchar(100),
  has_secret boolean default false not null,
  watermark varchar(100),
  next_at timestamptz,
  line varchar(24),
  last_at timestamptz,
  last_status varchar(24),
  sealed varchar(6000),
  constraint sys_data_collection_pkey primary key (tenant_id, id),
  constraint sys_data_collection_code_key unique (tenant_id, code),
  constraint sys_data_collection_direction_ck check (direction in ('IN', 'OUT')),
  constraint sys_data_collection_source_kind_ck check (source_kind in ('REST_PULL', 'REST_PUSH', 'REST_SEND', 'CSV_FOLDER', 'SFTP', 'MQTT', 'SERIAL')),
  constraint sys_data_collection_owner_scope_ck check (owner_scope in ('ALL', 'LISTED')),
  constraint sys_data_collection_line_format_ck check (line_format in ('AND', 'TOLEDO', 'NUMBER', 'PATTERN')),
  constraint sys_data_collection_steadiness_ck check (steadiness in ('STEADY', 'ALWAYS')),
  constraint sys_data_collection_line_unit_ck check (line_unit in ('kg', 'g', 'lb')),
  constraint sys_data_collection_credential_kind_ck check (credential_kind in ('NONE', 'BEARER', 'BASIC', 'HEADER', 'KEY')),
  constraint sys_data_collection_error_policy_ck check (error_policy in ('SKIP', 'STOP')),
  constraint sys_data_collection_line_ck check (line in ('UP', 'DOWN')),
  constraint sys_data_collection_last_status_ck check (last_status in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'TIMEOUT', 'CANCELLED', 'SKIPPED'))
);
create table sys_collection_mapping (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  config_id bigint not null,
  target varchar(80) not null,
  path varchar(200),
  fixed varchar(200),
  words varchar(500),
  constraint sys_collection_mapping_pkey primary key (tenant_id, id),
  constraint sys_collection_mapping_config_id_target_key unique (tenant_id, config_id, target)
);
create table sys_data_interactive (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  config_id bigint not null,
  direction varchar(24) default 'IN' not null,
  run_id bigint,
  object varchar(60) not null,
  business_no varchar(200) not null,
  document varchar(64) collate "C",
  revision integer default 1 not null,
  source_version varchar(100),
  status varchar(24) default 'PENDING' not null,
  tries integer default 0 not null,
  next_at timestamptz,
  http_status integer,
  message varchar(1000),
  message_en varchar(1000),
  done_at timestamptz,
  raw_record varchar(500000),
  sent_body varchar(500000),
  raw_answer varchar(1000),
  content_hash varchar(64),
  constraint sys_data_interactive_pkey primary key (tenant_id, id),
  constraint sys_data_interactive_config_id_business_no_revision_key unique (tenant_id, config_id, business_no, revision),
  constraint sys_data_interactive_direction_ck check (direction in ('IN', 'OUT')),
  constraint sys_data_interactive_status_ck check (status in ('PENDING', 'OK', 'FAILED', 'CANCELLED', 'IGNORED'))
);
create table sys_app_version (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  app_id bigint not null,
  app_name varchar(48) collate "C" not null,
  version_name varchar(32) collate "C" not null,
  version_code integer not null,
  introduce varchar(2000),
  add varchar(2000),
  update varchar(2000),
  fix varchar(2000),
  download_url varchar(500),
  sha256 varchar(64) collate "C",
  size integer,
  force boolean default false not null,
  min_version_code integer,
  gray_percent integer default 100 not null,
  gray_org_ids bigint[] default '{}' not null,
  published_at timestamptz,
  constraint sys_app_version_pkey primary key (tenant_id, id),
  constraint sys_app_version_app_id_version_code_key unique (tenant_id, app_id, version_code)
);
create table sys_message_force (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  key varchar(48) collate "C" not null,
  role_id bigint not null,
  constraint sys_message_force_pkey primary key (tenant_id, id),
  constraint sys_message_force_key_role_id_key unique (tenant_id, key, role_id)
);
create table sys_ws_record (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  queued_at timestamptz not null,
  kind varchar(24) not null,
  topic varchar(48) collate "C" not null,
  receiver_id bigint not null,
  status varchar(24) default 'PENDING' not null,
  tries integer default 0 not null,
  sent_at timestamptz,
  acked_at timestamptz,
  error varchar(200),
  message_id bigint not null,
  payload_digest varchar(64) collate "C" not null,
  raw_payload varchar(8000),
  constraint sys_ws_record_pkey primary key (tenant_id, id),
  constraint sys_ws_record_kind_ck check (kind in ('TOKEN_REUSE', 'PASSWORD_RESET', 'SECOND_FACTOR_RESET', 'RECOVERY_CODE', 'STOCK_CHECK', 'TASK_ASSIGNED', 'SHORT_PICK', 'JOB_FAILED', 'JOB_SLOW', 'COUNT_DIFFERS', 'LOT_EXPIRY', 'AUTO_PAUSED', 'EXPORT_DONE', 'EXPORT_FAILED', 'IMPORT_DONE', 'IMPORT_CHECKED', 'IMPORT_FAILED', 'APPROVAL', 'APP_VERSION', 'TEST')),
  constraint sys_ws_record_status_ck check (status in ('PENDING', 'SENT', 'ACKED', 'FAILED', 'EXPIRED'))
);
create table sys_export_definition (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  subject varchar(48) collate "C" not null,
  columns jsonb,
  org_id bigint not null,
  file_name varchar(60),
  formats varchar(24),
  max_rows integer,
  only_shown boolean default false not null,
  sort varchar(60),
  constraint sys_export_definition_pkey primary key (tenant_id, id),
  constraint sys_export_definition_subject_org_id_key unique (tenant_id, subject, org_id),
  constraint sys_export_definition_formats_ck check (formats in ('XLSX', 'CSV'))
);
create table sys_import_template (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  subject varchar(48) collate "C" not null,
  columns jsonb,
  mode varchar(24),
  only_mode boolean default false not null,
  rows varchar(24),
  max_rows integer,
  constraint sys_import_template_pkey primary key (tenant_id, id),
  constraint sys_import_template_subject_key unique (tenant_id, subject),
  constraint sys_import_template_mode_ck check (mode in ('INSERT', 'UPDATE', 'UPSERT')),
  constraint sys_import_template_rows_ck check (rows in ('ALL', 'GOOD'))
);
create table sys_audit_log (
  tenant_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  org_id bigint,
  username varchar(64) collate "C",
  source varchar(8) collate "C",
  ip varchar(64),
  trace_id varchar(32) collate "C",
  subject varchar(48) collate "C" not null,
  subject_id bigint,
  subject_no varchar(64) collate "C",
  action varchar(32) collate "C" not null,
  result varchar(24) default 'OK' not null,
  refusal integer,
  message varchar(300),
  path varchar(120) collate "C",
  before jsonb,
  after jsonb,
  constraint sys_audit_log_pkey primary key (tenant_id, id),
  constraint sys_audit_log_result_ck check (result in ('OK', 'REFUSED'))
);
create table sys_login_log (
  tenant_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  username varchar(64) collate "C" not null,
  user_id bigint,
  event varchar(24) not null,
  ip varchar(64) collate "C",
  source varchar(8) collate "C",
  detail varchar(200),
  constraint sys_login_log_pkey primary key (tenant_id, id),
  constraint sys_login_log_event_ck check (event in ('LOGIN_OK', 'LOGIN_FAIL', 'CODE_FAIL', 'RECOVERY_CODE', 'REFRESH_REUSE', 'SWITCH_ORG', 'LOGOUT', 'LOGIN_DISABLED', 'PASSWORD', 'RESET', 'ENDED'))
);
create table sys_number_rule (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  kind varchar(8) collate "C" not null,
  org_id bigint not null,
  pattern varchar(60),
  reset varchar(24),
  step integer,
  constraint sys_number_rule_pkey primary key (tenant_id, id),
  constraint sys_number_rule_kind_org_id_key unique (tenant_id, kind, org_id),
  constraint sys_number_rule_reset_ck check (reset in ('DAY', 'MONTH', 'NEVER'))
);
create table sys_print_template (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  kind varchar(32) collate "C" not null,
  for_org_id bigint,
  for_owner_id bigint,
  is_default boolean default false not null,
  layout jsonb,
  revision integer default 1 not null,
  constraint sys_print_template_pkey primary key (tenant_id, id),
  constraint sys_print_template_code_key unique (tenant_id, code)
);
create table sys_printer (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  language varchar(24) default 'ZPL' not null,
  host varchar(253) not null,
  port integer default 9100 not null,
  dots varchar(24) default 'D203' not null,
  font varchar(40),
  paper varchar(24),
  note varchar(200),
  constraint sys_printer_pkey primary key (tenant_id, id),
  constraint sys_printer_code_key unique (tenant_id, org_id, code),
  constraint sys_printer_language_ck check (language in ('ZPL', 'TSPL', 'ESCPOS')),
  constraint sys_printer_dots_ck check (dots in ('D203', 'D300', 'D600')),
  constraint sys_printer_paper_ck check (paper in ('W58', 'W80'))
);
create table sys_print_log (
  tenant_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  kind varchar(32) collate "C" not null,
  subject varchar(48) collate "C" not null,
  subject_id bigint not null,
  subject_no varchar(64) collate "C",
  org_id bigint,
  copies integer default 1 not null,
  printer_id bigint,
  output varchar(8) collate "C" not null,
  reason varchar(200),
  day date not null,
  constraint sys_print_log_pkey primary key (tenant_id, id)
);
create table sys_print_template_revision (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  template_id bigint not null,
  revision integer not null,
  layout jsonb,
  constraint sys_print_template_revision_pkey primary key (tenant_id, id),
  constraint sys_print_template_revision_template_id_revision_key unique (tenant_id, template_id, revision)
);
create table sys_print_batch (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  printer_id bigint not null,
  title varchar(100) not null,
  state varchar(24) default 'QUEUED' not null,
  pages integer not null,
  done integer default 0 not null,
  error varchar(200),
  constraint sys_print_batch_pkey primary key (tenant_id, id),
  constraint sys_print_batch_state_ck check (state in ('QUEUED', 'SENDING', 'DONE', 'FAILED', 'CANCELED')),
  constraint sys_print_batch_ck1 check (done <= pages)
);
create table sys_print_batch_part (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  batch_id bigint not null,
  seq integer not null,
  pages integer not null,
  state varchar(24) default 'WAIT' not null,
  content varchar(2000000) not null,
  constraint sys_print_batch_part_pkey primary key (tenant_id, id),
  constraint sys_print_batch_part_batch_id_seq_key unique (tenant_id, org_id, batch_id, seq),
  constraint sys_print_batch_part_state_ck check (state in ('WAIT', 'SENDING', 'SENT'))
);
create table sys_tenant (
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(32) collate "C" not null,
  name varchar(64) not null,
  status varchar(24) default 'ACTIVE' not null,
  max_users integer,
  max_dcs integer,
  constraint sys_tenant_pkey primary key (id),
  constraint sys_tenant_code_key unique (code),
  constraint sys_tenant_status_ck check (status in ('ACTIVE', 'EXPIRED', 'CLOSED'))
);
create table sys_role_permission (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  role_id bigint not null,
  permission varchar(64) collate "C" not null,
  constraint sys_role_permission_pkey primary key (tenant_id, id),
  constraint sys_role_permission_role_id_permission_key unique (tenant_id, role_id, permission)
);
create table sys_session_token (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  session_id bigint not null,
  kind varchar(24) not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_trace varchar(32) collate "C",
  successor_id bigint,
  hash varchar(64) collate "C" not null,
  successor varchar(600),
  constraint sys_session_token_pkey primary key (tenant_id, id),
  constraint sys_session_token_hash_key unique (tenant_id, hash),
  constraint sys_session_token_kind_ck check (kind in ('ACCESS', 'REFRESH', 'TICKET'))
);
create table sys_second_factor (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  confirmed_at timestamptz,
  last_step integer default 0 not null,
  app_secret varchar(200) not null,
  constraint sys_second_factor_pkey primary key (tenant_id, id),
  constraint sys_second_factor_user_id_key unique (tenant_id, user_id)
);
create table sys_pin (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  hash varchar(200) not null,
  constraint sys_pin_pkey primary key (tenant_id, id),
  constraint sys_pin_user_id_key unique (tenant_id, user_id)
);
create table sys_override (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  by_id bigint not null,
  for_id bigint not null,
  org_id bigint not null,
  permission varchar(64) collate "C" not null,
  subject_id bigint not null,
  reason varchar(200) not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sys_override_pkey primary key (tenant_id, id)
);
create table sys_recovery_code (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  used_at timestamptz,
  hash varchar(64) collate "C" not null,
  constraint sys_recovery_code_pkey primary key (tenant_id, id),
  constraint sys_recovery_code_user_id_hash_key unique (tenant_id, user_id, hash)
);
create table sys_permission_version (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  number integer default 0 not null,
  constraint sys_permission_version_pkey primary key (tenant_id, id),
  constraint sys_permission_version__key unique (tenant_id)
);
create table sys_login_throttle (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  subject varchar(100) collate "C" not null,
  failures integer default 0 not null,
  blocked_until timestamptz,
  constraint sys_login_throttle_pkey primary key (tenant_id, id),
  constraint sys_login_throttle_subject_key unique (tenant_id, subject)
);
create table sys_audit_seal (
  tenant_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  number integer not null,
  kind varchar(24) not null,
  first_id bigint not null,
  last_id bigint not null,
  row_count integer not null,
  previous varchar(64) collate "C" not null,
  digest varchar(64) collate "C" not null,
  marks varchar(8000) not null,
  constraint sys_audit_seal_pkey primary key (tenant_id, id),
  constraint sys_audit_seal_previous_key unique (tenant_id, previous),
  constraint sys_audit_seal_kind_ck check (kind in ('ROWS', 'CUT'))
);
create table sys_announcement_read (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  announcement_id bigint not null,
  user_id bigint not null,
  read_at timestamptz not null,
  constraint sys_announcement_read_pkey primary key (tenant_id, id),
  constraint sys_announcement_read_announcement_id_user_id_key unique (tenant_id, announcement_id, user_id)
);
create table sys_idempotency (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  route varchar(100) not null,
  key varchar(200) not null,
  request_hash varchar(64) not null,
  answer varchar(4000000),
  constraint sys_idempotency_pkey primary key (tenant_id, id),
  constraint sys_idempotency_user_id_route_key_key unique (tenant_id, user_id, route, key)
);
create table sys_number (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  kind varchar(8) collate "C" not null,
  pattern varchar(100) not null,
  period varchar(6) collate "C" not null,
  next integer not null,
  constraint sys_number_pkey primary key (tenant_id, id),
  constraint sys_number_kind_pattern_period_key unique (tenant_id, org_id, kind, pattern, period)
);
create table sys_outbox (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  topic varchar(48) collate "C" not null,
  key varchar(64) not null,
  payload jsonb,
  not_before timestamptz not null,
  tries integer default 0 not null,
  error varchar(500),
  constraint sys_outbox_pkey primary key (tenant_id, id)
);
create table sys_due (
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  tenant bigint not null,
  kind varchar(16) collate "C" not null,
  key varchar(64) collate "C" not null,
  due_at timestamptz not null,
  claim bigint,
  constraint sys_due_pkey primary key (id),
  constraint sys_due_tenant_kind_key_key unique (tenant, kind, key)
);
create table sys_job_run (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  job_id bigint not null,
  trigger varchar(24) default 'CRON' not null,
  attempt integer default 1 not null,
  planned timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  status varchar(24) not null,
  steps integer default 0 not null,
  node varchar(64),
  stop_asked boolean default false not null,
  params jsonb,
  message varchar(2000),
  constraint sys_job_run_pkey primary key (tenant_id, id),
  constraint sys_job_run_job_id_planned_trigger_key unique (tenant_id, job_id, planned, trigger),
  constraint sys_job_run_trigger_ck check (trigger in ('CRON', 'MANUAL', 'RETRY')),
  constraint sys_job_run_status_ck check (status in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'TIMEOUT', 'CANCELLED', 'SKIPPED'))
);
create table sys_job_line (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  run_id bigint not null,
  text varchar(1000) not null,
  constraint sys_job_line_pkey primary key (tenant_id, id)
);
create table sys_dic_type (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(48) collate "C" not null,
  title varchar(64),
  title_en varchar(64),
  is_org_level boolean default false not null,
  constraint sys_dic_type_pkey primary key (tenant_id, id),
  constraint sys_dic_type_code_key unique (tenant_id, code)
);
create table sys_dic_org_info (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  org_id bigint not null,
  type_code varchar(48) collate "C" not null,
  query_key varchar(32) collate "C" not null,
  info_value varchar(64) not null,
  info_value_en varchar(64) not null,
  sort integer default 0 not null,
  color varchar(16),
  disabled boolean default false not null,
  constraint sys_dic_org_info_pkey primary key (tenant_id, id),
  constraint sys_dic_org_info_org_id_type_code_query_key_key unique (tenant_id, org_id, type_code, query_key)
);
create table sys_user_preference (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  favourite varchar(65536),
  history varchar(65536),
  language varchar(8) collate "C",
  display jsonb,
  constraint sys_user_preference_pkey primary key (tenant_id, id),
  constraint sys_user_preference_user_id_key unique (tenant_id, user_id)
);
create table sys_list_view (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  list varchar(64) collate "C" not null,
  name varchar(40) not null,
  user_id bigint,
  role_id bigint,
  body jsonb,
  constraint sys_list_view_pkey primary key (tenant_id, id),
  constraint sys_list_view_user_id_list_name_key unique (tenant_id, user_id, list, name),
  constraint sys_list_view_role_id_list_name_key unique (tenant_id, role_id, list, name),
  constraint sys_list_view_ck1 check ((user_id is null) <> (role_id is null))
);
create table sys_list_default (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  list varchar(64) collate "C" not null,
  view_id bigint not null,
  constraint sys_list_default_pkey primary key (tenant_id, id),
  constraint sys_list_default_user_id_list_key unique (tenant_id, user_id, list)
);
create table sys_message_subscription (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  key varchar(48) collate "C" not null,
  channels varchar(24)[] default '{}' not null,
  is_off boolean default false not null,
  constraint sys_message_subscription_pkey primary key (tenant_id, id),
  constraint sys_message_subscription_user_id_key_key unique (tenant_id, user_id, key)
);
create table sys_message_quiet (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  quiet_from varchar(5) not null,
  quiet_to varchar(5) not null,
  constraint sys_message_quiet_pkey primary key (tenant_id, id),
  constraint sys_message_quiet_user_id_key unique (tenant_id, user_id)
);
create table sys_message (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  key varchar(48) collate "C" not null,
  args jsonb,
  link varchar(200),
  read_at timestamptz,
  constraint sys_message_pkey primary key (tenant_id, id)
);
create table sys_message_template (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  key varchar(24) not null,
  title_zh varchar(80) not null,
  title_en varchar(80) not null,
  body_zh varchar(500) not null,
  body_en varchar(500) not null,
  constraint sys_message_template_pkey primary key (tenant_id, id),
  constraint sys_message_template_key_key unique (tenant_id, key),
  constraint sys_message_template_key_ck check (key in ('TOKEN_REUSE', 'PASSWORD_RESET', 'SECOND_FACTOR_RESET', 'RECOVERY_CODE', 'STOCK_CHECK', 'TASK_ASSIGNED', 'SHORT_PICK', 'JOB_FAILED', 'JOB_SLOW', 'COUNT_DIFFERS', 'LOT_EXPIRY', 'AUTO_PAUSED', 'EXPORT_DONE', 'EXPORT_FAILED', 'IMPORT_DONE', 'IMPORT_CHECKED', 'IMPORT_FAILED', 'APPROVAL', 'APP_VERSION', 'TEST'))
);
create table sys_message_robot (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  name varchar(64) not null,
  kind varchar(24) default 'WECOM' not null,
  org_id bigint not null,
  owner_id bigint,
  kinds varchar(24)[] default '{}' not null,
  language varchar(24) default 'zh-CN' not null,
  host varchar(260) not null,
  is_signed boolean default false not null,
  sealed_address varchar(1000),
  sealed_secret varchar(500),
  constraint sys_message_robot_pkey primary key (tenant_id, id),
  constraint sys_message_robot_name_key unique (tenant_id, name),
  constraint sys_message_robot_kind_ck check (kind in ('WECOM', 'DINGTALK', 'FEISHU', 'GENERIC')),
  constraint sys_message_robot_language_ck check (language in ('zh-CN', 'en-US'))
);
create table sys_robot_delivery (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  robot_id bigint not null,
  kind varchar(24) not null,
  event_id varchar(24) collate "C" not null,
  args jsonb,
  link varchar(200),
  state varchar(24) default 'PENDING' not null,
  tries integer default 0 not null,
  next_at timestamptz,
  status integer,
  error varchar(300),
  answer varchar(1000),
  done_at timestamptz,
  constraint sys_robot_delivery_pkey primary key (tenant_id, id),
  constraint sys_robot_delivery_robot_id_event_id_key unique (tenant_id, robot_id, event_id),
  constraint sys_robot_delivery_kind_ck check (kind in ('TOKEN_REUSE', 'PASSWORD_RESET', 'SECOND_FACTOR_RESET', 'RECOVERY_CODE', 'STOCK_CHECK', 'TASK_ASSIGNED', 'SHORT_PICK', 'JOB_FAILED', 'JOB_SLOW', 'COUNT_DIFFERS', 'LOT_EXPIRY', 'AUTO_PAUSED', 'EXPORT_DONE', 'EXPORT_FAILED', 'IMPORT_DONE', 'IMPORT_CHECKED', 'IMPORT_FAILED', 'APPROVAL', 'APP_VERSION', 'TEST')),
  constraint sys_robot_delivery_state_ck check (state in ('PENDING', 'DONE', 'DEAD'))
);
create table sys_mail (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  receiver_id bigint not null,
  kind varchar(24) not null,
  messages integer not null,
  state varchar(24) default 'PENDING' not null,
  tries integer default 0 not null,
  next_at timestamptz,
  sent_at timestamptz,
  way varchar(24),
  problem varchar(24),
  answer varchar(300),
  constraint sys_mail_pkey primary key (tenant_id, id),
  constraint sys_mail_kind_ck check (kind in ('TOKEN_REUSE', 'PASSWORD_RESET', 'SECOND_FACTOR_RESET', 'RECOVERY_CODE', 'STOCK_CHECK', 'TASK_ASSIGNED', 'SHORT_PICK', 'JOB_FAILED', 'JOB_SLOW', 'COUNT_DIFFERS', 'LOT_EXPIRY', 'AUTO_PAUSED', 'EXPORT_DONE', 'EXPORT_FAILED', 'IMPORT_DONE', 'IMPORT_CHECKED', 'IMPORT_FAILED', 'APPROVAL', 'APP_VERSION', 'TEST')),
  constraint sys_mail_state_ck check (state in ('PENDING', 'SENT', 'DEAD')),
  constraint sys_mail_way_ck check (way in ('OWN', 'PLATFORM')),
  constraint sys_mail_problem_ck check (problem in ('LOGIN', 'CERTIFICATE', 'NO_TLS', 'OPEN', 'NOT_ALLOWED', 'UNREACHABLE', 'SILENT', 'CUT', 'LATER', 'REFUSED', 'OTHER', 'QUOTA', 'NO_SERVER', 'NO_ADDRESS', 'GONE', 'TRIES'))
);
create table sys_mail_item (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  message_id bigint not null,
  due_at timestamptz not null,
  mail_id bigint,
  constraint sys_mail_item_pkey primary key (tenant_id, id)
);
create table sys_email_proof (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  address varchar(254) not null,
  made_at timestamptz not null,
  tries integer default 0 not null,
  hash varchar(64) collate "C" not null,
  constraint sys_email_proof_pkey primary key (tenant_id, id),
  constraint sys_email_proof_user_id_key unique (tenant_id, user_id)
);
create table sys_platform_mail (
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(8) collate "C" default 'MAIL' not null,
  is_on boolean default false not null,
  host varchar(253),
  port integer default 587 not null,
  security varchar(24) default 'starttls' not null,
  username varchar(200),
  sender varchar(254),
  site varchar(200),
  tenant_daily integer default 200 not null,
  sealed_login varchar(2000),
  constraint sys_platform_mail_pkey primary key (id),
  constraint sys_platform_mail_code_key unique (code),
  constraint sys_platform_mail_security_ck check (security in ('starttls', 'tls', 'none'))
);
create table sys_mail_usage (
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  tenant bigint not null,
  day date not null,
  letters integer default 0 not null,
  held integer default 0 not null,
  constraint sys_mail_usage_pkey primary key (id),
  constraint sys_mail_usage_tenant_day_key unique (tenant, day)
);
create table sys_file_content (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  sha256 varchar(64) collate "C" not null,
  content bytea not null,
  constraint sys_file_content_pkey primary key (tenant_id, id),
  constraint sys_file_content_sha256_key unique (tenant_id, sha256),
  constraint sys_file_content_ck1 check (octet_length(content) <= 2097152)
);
create table sys_file (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  name varchar(100) not null,
  type varchar(24) not null,
  size integer not null,
  sha256 varchar(64) collate "C" not null,
  content_id bigint not null,
  constraint sys_file_pkey primary key (tenant_id, id),
  constraint sys_file_type_ck check (type in ('PNG', 'JPEG', 'WEBP'))
);
create table sys_photo (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  subject varchar(64) collate "C" not null,
  subject_id bigint not null,
  part_id bigint,
  file_id bigint not null,
  constraint sys_photo_pkey primary key (tenant_id, id)
);
create table sys_brand (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  slogan varchar(100),
  enterprise_website varchar(300),
  color varchar(7) collate "C",
  login_background_id bigint,
  login_logo_id bigint,
  medium_logo_id bigint,
  color_logo_id bigint,
  slogan_image_id bigint,
  constraint sys_brand_pkey primary key (tenant_id, id),
  constraint sys_brand__key unique (tenant_id)
);
create table sys_sheet_file (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  name varchar(200) not null,
  size integer not null,
  held_until timestamptz,
  constraint sys_sheet_file_pkey primary key (tenant_id, id)
);
create table sys_sheet_part (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  file_id bigint not null,
  no integer not null,
  content bytea not null,
  constraint sys_sheet_part_pkey primary key (tenant_id, id),
  constraint sys_sheet_part_file_id_no_key unique (tenant_id, file_id, no),
  constraint sys_sheet_part_ck1 check (octet_length(content) <= 1048576)
);
create table sys_file_ticket (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  file_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  hash varchar(64) collate "C" not null,
  constraint sys_file_ticket_pkey primary key (tenant_id, id),
  constraint sys_file_ticket_hash_key unique (tenant_id, hash)
);
create table sys_export_record (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  subject varchar(48) collate "C" not null,
  file_name varchar(200) not null,
  row_count integer,
  message varchar(500),
  ended_at timestamptz,
  file_id bigint,
  org_id bigint not null,
  state varchar(24) not null,
  filters varchar(2000),
  rows_done integer default 0 not null,
  size integer,
  expires_at timestamptz,
  sha256 varchar(64) collate "C",
  started_at timestamptz,
  attempt integer default 0 not null,
  stop_asked boolean default false not null,
  route varchar(100),
  input jsonb,
  language varchar(8) collate "C",
  constraint sys_export_record_pkey primary key (tenant_id, id),
  constraint sys_export_record_state_ck check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED'))
);
create table sys_import_record (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  subject varchar(48) collate "C" not null,
  file_name varchar(200) not null,
  row_count integer,
  message varchar(500),
  ended_at timestamptz,
  file_id bigint,
  org_id bigint not null,
  state varchar(24) not null,
  trial boolean default false not null,
  mode varchar(24),
  rows varchar(24),
  rows_done integer default 0 not null,
  created integer,
  updated integer,
  error_count integer,
  remarks jsonb,
  source_id bigint,
  file_sum varchar(64) collate "C",
  expires_at timestamptz,
  request_key varchar(100) collate "C" not null,
  rows_in jsonb,
  started_at timestamptz,
  attempt integer default 0 not null,
  stop_asked boolean default false not null,
  route varchar(100),
  input jsonb,
  language varchar(8) collate "C",
  constraint sys_import_record_pkey primary key (tenant_id, id),
  constraint sys_import_record_user_id_request_key_key unique (tenant_id, user_id, request_key),
  constraint sys_import_record_state_ck check (state in ('QUEUED', 'CHECKING', 'RUNNING', 'CHECKED', 'DONE', 'PARTIAL', 'REFUSED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  constraint sys_import_record_mode_ck check (mode in ('INSERT', 'UPDATE', 'UPSERT')),
  constraint sys_import_record_rows_ck check (rows in ('ALL', 'GOOD'))
);
create table sys_app (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  app_name varchar(48) collate "C" not null,
  title varchar(64) not null,
  platform varchar(24) default 'PDA' not null,
  constraint sys_app_pkey primary key (tenant_id, id),
  constraint sys_app_app_name_key unique (tenant_id, app_name),
  constraint sys_app_platform_ck check (platform in ('ANDROID', 'IOS', 'PDA', 'WINDOWS', 'WEB'))
);
create table sys_app_version_record (
  tenant_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  app_name varchar(48) collate "C" not null,
  device varchar(64) collate "C" not null,
  user_id bigint not null,
  from_version_code integer,
  to_version_code integer not null,
  version_name varchar(32) collate "C",
  constraint sys_app_version_record_pkey primary key (tenant_id, id)
);
create table sys_app_log (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  app_name varchar(48) collate "C" not null,
  device varchar(64) collate "C",
  name varchar(100) not null,
  size integer not null,
  sha256 varchar(64) collate "C" not null,
  content bytea not null,
  constraint sys_app_log_pkey primary key (tenant_id, id),
  constraint sys_app_log_ck1 check (octet_length(content) <= 20971520)
);
create table sys_open_nonce (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  account_id bigint not null,
  nonce varchar(64) not null,
  expires_at timestamptz not null,
  constraint sys_open_nonce_pkey primary key (tenant_id, id),
  constraint sys_open_nonce_account_id_nonce_key unique (tenant_id, account_id, nonce)
);
create table sys_open_delivery (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  account_id bigint not null,
  event varchar(24) not null,
  message_id varchar(24) collate "C" not null,
  document varchar(64) collate "C" not null,
  state varchar(24) default 'PENDING' not null,
  tries integer default 0 not null,
  next_at timestamptz,
  status integer,
  error varchar(300),
  answer varchar(1000),
  done_at timestamptz,
  body varchar(500000) not null,
  constraint sys_open_delivery_pkey primary key (tenant_id, id),
  constraint sys_open_delivery_account_id_message_id_key unique (tenant_id, account_id, message_id),
  constraint sys_open_delivery_event_ck check (event in ('received', 'putAway', 'shipped', 'signed', 'adjusted', 'counted', 'reversed')),
  constraint sys_open_delivery_state_ck check (state in ('PENDING', 'DONE', 'DEAD'))
);
create table sys_open_usage (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  account_id bigint not null,
  slot varchar(16) not null,
  calls integer default 0 not null,
  refused integer default 0 not null,
  constraint sys_open_usage_pkey primary key (tenant_id, id),
  constraint sys_open_usage_account_id_slot_key unique (tenant_id, account_id, slot)
);
create table sys_collection_run (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  config_id bigint not null,
  trigger varchar(24) not null,
  status varchar(24) not null,
  started_at timestamptz,
  ended_at timestamptz,
  read_count integer default 0 not null,
  same_count integer default 0 not null,
  ignored_count integer default 0 not null,
  ok_count integer default 0 not null,
  failed_count integer default 0 not null,
  message varchar(1000),
  message_en varchar(1000),
  constraint sys_collection_run_pkey primary key (tenant_id, id),
  constraint sys_collection_run_trigger_ck check (trigger in ('CRON', 'MANUAL', 'PUSH', 'RESTART')),
  constraint sys_collection_run_status_ck check (status in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'TIMEOUT', 'CANCELLED', 'SKIPPED'))
);
create table sys_scale_reading (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  config_id bigint not null,
  kg numeric(18,3),
  is_net boolean default false not null,
  is_stable boolean default false not null,
  at timestamptz,
  stable_kg numeric(18,3),
  stable_at timestamptz,
  unreadable integer default 0 not null,
  raw_line varchar(200),
  raw_at timestamptz,
  constraint sys_scale_reading_pkey primary key (tenant_id, id),
  constraint sys_scale_reading_config_id_key unique (tenant_id, config_id)
);
create table sys_ws_rate (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  minute varchar(16) not null,
  type varchar(24) not null,
  frames integer not null,
  constraint sys_ws_rate_pkey primary key (tenant_id, id),
  constraint sys_ws_rate_minute_type_key unique (tenant_id, minute, type),
  constraint sys_ws_rate_type_ck check (type in ('CHANGED', 'MESSAGE', 'RIGHTS'))
);
create table sys_tenant_backup (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  file_name varchar(200) not null,
  state varchar(24) default 'QUEUED' not null,
  trigger varchar(24) default 'MANUAL' not null,
  user_id bigint,
  row_count integer,
  rows_done integer default 0 not null,
  size integer,
  sha256 varchar(64) collate "C",
  taken_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  message varchar(500),
  attempt integer default 0 not null,
  stop_asked boolean default false not null,
  file_id bigint,
  constraint sys_tenant_backup_pkey primary key (tenant_id, id),
  constraint sys_tenant_backup_state_ck check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED')),
  constraint sys_tenant_backup_trigger_ck check (trigger in ('CRON', 'MANUAL'))
);
create table mdm_product (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(100) not null,
  initials varchar(100),
  name_en varchar(100),
  spec varchar(64),
  category_id bigint,
  brand varchar(32),
  base_unit varchar(8) default '个' not null,
  is_weigh boolean default false not null,
  shelf_mode varchar(24) default 'NONE' not null,
  shelf_life_days integer,
  accept_days integer,
  near_days integer,
  out_days integer,
  lot_by varchar(24)[] default '{EXPIRY}' not null,
  temperature varchar(24) default 'AMBIENT' not null,
  hazard varchar(16),
  abc varchar(24) default 'C' not null,
  turnover varchar(24),
  over_pct numeric(18,2),
  catch_pct numeric(18,2),
  weight_kg numeric(18,3),
  net_weight_kg numeric(18,3),
  length_cm numeric(18,1),
  width_cm numeric(18,1),
  height_cm numeric(18,1),
  volume_m3 numeric(18,6),
  price numeric(18,4),
  split_allowed boolean default true not null,
  storage_scheme_id bigint,
  image_id bigint,
  constraint mdm_product_pkey primary key (tenant_id, id),
  constraint mdm_product_code_key unique (tenant_id, code),
  constraint mdm_product_shelf_mode_ck check (shelf_mode in ('NONE', 'PROD_DATE', 'EXPIRY')),
  constraint mdm_product_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN')),
  constraint mdm_product_abc_ck check (abc in ('A', 'B', 'C')),
  constraint mdm_product_turnover_ck check (turnover in ('FEFO', 'FIFO', 'LIFO'))
);
create table mdm_product_barcode (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  product_id bigint not null,
  code varchar(48) collate "C" not null,
  qpc_name varchar(24),
  constraint mdm_product_barcode_pkey primary key (tenant_id, id),
  constraint mdm_product_barcode_code_key unique (tenant_id, code)
);
create table mdm_product_owner (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  product_id bigint not null,
  owner_id bigint not null,
  vendor_id bigint,
  constraint mdm_product_owner_pkey primary key (tenant_id, id),
  constraint mdm_product_owner_product_id_owner_id_key unique (tenant_id, product_id, owner_id)
);
create table mdm_product_lot_attr (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  product_id bigint not null,
  name varchar(16) not null,
  needed boolean default false not null,
  constraint mdm_product_lot_attr_pkey primary key (tenant_id, id),
  constraint mdm_product_lot_attr_product_id_name_key unique (tenant_id, product_id, name)
);
create table mdm_product_qpc (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  product_id bigint not null,
  name varchar(24) default '' not null,
  qpc numeric(18,3) default 1 not null,
  mid_qpc numeric(18,3),
  case_unit varchar(8) default '箱' not null,
  barcode varchar(48) collate "C",
  pallet_ti integer,
  pallet_hi integer,
  length_cm numeric(18,1),
  width_cm numeric(18,1),
  height_cm numeric(18,1),
  weight_kg numeric(18,3),
  volume_m3 numeric(18,6),
  net_weight_kg numeric(18,3),
  is_default boolean default false not null,
  mid_unit varchar(8),
  mid_barcode varchar(48) collate "C",
  mid_length_cm numeric(18,1),
  mid_width_cm numeric(18,1),
  mid_height_cm numeric(18,1),
  mid_weight_kg numeric(18,3),
  pallet_barcode varchar(48) collate "C",
  pallet_length_cm numeric(18,1),
  pallet_width_cm numeric(18,1),
  pallet_height_cm numeric(18,1),
  pallet_weight_kg numeric(18,3),
  constraint mdm_product_qpc_pkey primary key (tenant_id, id),
  constraint mdm_product_qpc_product_id_name_key unique (tenant_id, product_id, name)
);
create table wms_owner (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  initials varchar(100),
  short_name varchar(16),
  kind varchar(24) default 'SELF' not null,
  turnover varchar(24) default 'FEFO' not null,
  stock_type varchar(24) default 'GOOD' not null,
  lot_per_receipt boolean default false not null,
  date_inversion varchar(24) default 'WARN' not null,
  over_pct numeric(18,2),
  contact varchar(32),
  phone varchar(32),
  address varchar(200),
  tax_no varchar(32),
  contract_no varchar(32) collate "C",
  transfer_allowed boolean default false not null,
  constraint wms_owner_pkey primary key (tenant_id, id),
  constraint wms_owner_code_key unique (tenant_id, code),
  constraint wms_owner_kind_ck check (kind in ('SELF', 'CLIENT')),
  constraint wms_owner_turnover_ck check (turnover in ('FEFO', 'FIFO', 'LIFO')),
  constraint wms_owner_stock_type_ck check (stock_type in ('GOOD', 'QC', 'GIFT')),
  constraint wms_owner_date_inversion_ck check (date_inversion in ('NONE', 'WARN', 'BLOCK'))
);
create table wms_owner_dc (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  owner_id bigint not null,
  dc_id bigint not null,
  constraint wms_owner_dc_pkey primary key (tenant_id, id),
  constraint wms_owner_dc_owner_id_dc_id_key unique (tenant_id, owner_id, dc_id)
);
create table wms_store (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  initials varchar(100),
  kind varchar(24) default 'OWN' not null,
  gln varchar(13) collate "C",
  region varchar(32),
  route varchar(32),
  priority integer default 50 not null,
  share integer default 100 not null,
  min_remain_days integer,
  min_remain_pct numeric(18,2),
  one_lot boolean default false not null,
  round_rule varchar(24) default 'NONE' not null,
  min_order_cases integer,
  allow_pallets boolean default true not null,
  delivery_days varchar(24)[] default '{}' not null,
  window_from varchar(5),
  window_to varchar(5),
  contact varchar(32),
  phone varchar(32),
  address varchar(200),
  longitude numeric(18,6),
  latitude numeric(18,6),
  constraint wms_store_pkey primary key (tenant_id, id),
  constraint wms_store_code_key unique (tenant_id, code),
  constraint wms_store_kind_ck check (kind in ('OWN', 'FRANCHISE', 'CUSTOMER')),
  constraint wms_store_round_rule_ck check (round_rule in ('NONE', 'UP', 'DOWN'))
);
create table wms_vendor (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  initials varchar(100),
  gln varchar(13) collate "C",
  grade varchar(24) default 'B' not null,
  dock_group varchar(16),
  need_appointment boolean default false not null,
  unload_minutes integer,
  return_days integer,
  contact varchar(32),
  phone varchar(32),
  address varchar(200),
  return_address varchar(200),
  constraint wms_vendor_pkey primary key (tenant_id, id),
  constraint wms_vendor_code_key unique (tenant_id, code),
  constraint wms_vendor_grade_ck check (grade in ('A', 'B', 'C'))
);
create table wms_vendor_owner (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  vendor_id bigint not null,
  owner_id bigint not null,
  constraint wms_vendor_owner_pkey primary key (tenant_id, id),
  constraint wms_vendor_owner_vendor_id_owner_id_key unique (tenant_id, vendor_id, owner_id)
);
create table wms_product_category (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  upper_id bigint,
  path varchar(120) collate "C" not null,
  level integer default 1 not null,
  temperature varchar(24),
  storage_scheme_id bigint,
  return_allowed boolean default true not null,
  constraint wms_product_category_pkey primary key (tenant_id, id),
  constraint wms_product_category_code_key unique (tenant_id, code),
  constraint wms_product_category_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN'))
);
create table wms_area (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  kind varchar(24) default 'ZONE' not null,
  upper_id bigint,
  temperature varchar(24) default 'AMBIENT' not null,
  usage varchar(24),
  floor integer,
  square_metres numeric(18,1),
  fire_class varchar(16),
  x numeric(18,2),
  y numeric(18,2),
  constraint wms_area_pkey primary key (tenant_id, id),
  constraint wms_area_code_key unique (tenant_id, org_id, code),
  constraint wms_area_kind_ck check (kind in ('WAREHOUSE', 'ZONE')),
  constraint wms_area_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN')),
  constraint wms_area_usage_ck check (usage in ('STORAGE', 'PICK', 'RECEIVE', 'SHIP', 'RETURN', 'PROCESS', 'OTHER'))
);
create table wms_bin_type (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  length_cm numeric(18,1),
  width_cm numeric(18,1),
  height_cm numeric(18,1),
  max_weight_kg numeric(18,3),
  max_volume_m3 numeric(18,6),
  max_pallets integer,
  level integer,
  equipment varchar(24) default 'HAND' not null,
  access varchar(24) default 'SINGLE' not null,
  constraint wms_bin_type_pkey primary key (tenant_id, id),
  constraint wms_bin_type_code_key unique (tenant_id, org_id, code),
  constraint wms_bin_type_equipment_ck check (equipment in ('HAND', 'FORKLIFT', 'REACH')),
  constraint wms_bin_type_access_ck check (access in ('SINGLE', 'FLOW', 'STACK'))
);
create table wms_storage_area (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  area_id bigint not null,
  stock_types varchar(24)[] default '{GOOD}' not null,
  temperature varchar(24) default 'AMBIENT' not null,
  hazard varchar(16),
  equipment varchar(24),
  search_order integer default 10 not null,
  fill varchar(24),
  constraint wms_storage_area_pkey primary key (tenant_id, id),
  constraint wms_storage_area_code_key unique (tenant_id, org_id, code),
  constraint wms_storage_area_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN')),
  constraint wms_storage_area_equipment_ck check (equipment in ('HAND', 'FORKLIFT', 'REACH')),
  constraint wms_storage_area_fill_ck check (fill in ('LOW', 'NEAR_PICK', 'NEAR_DOCK'))
);
create table wms_storage_area_owner (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  storage_area_id bigint not null,
  owner_id bigint not null,
  constraint wms_storage_area_owner_pkey primary key (tenant_id, id),
  constraint wms_storage_area_owner_storage_area_id_owner_id_key unique (tenant_id, org_id, storage_area_id, owner_id)
);
create table wms_storage_area_type (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  storage_area_id bigint not null,
  bin_type_id bigint not null,
  constraint wms_storage_area_type_pkey primary key (tenant_id, id),
  constraint wms_storage_area_type_storage_area_id_bin_type_id_key unique (tenant_id, org_id, storage_area_id, bin_type_id)
);
create table wms_pick_area (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  area_id bigint not null,
  pick_type varchar(24) default 'BOTH' not null,
  method varchar(24) default 'RF' not null,
  pick_mode varchar(24) default 'STORE' not null,
  sowing_scheme_id bigint,
  max_lines integer default 40 not null,
  max_cases integer,
  max_volume_m3 numeric(18,6),
  max_weight_kg numeric(18,3),
  container_type_id bigint,
  rpl varchar(24) default 'ENOUGHOUT' not null,
  rpl_mode varchar(24) default 'RF' not null,
  rpl_steps varchar(24) default 'ONE' not null,
  rpl_transit_id bigint,
  constraint wms_pick_area_pkey primary key (tenant_id, id),
  constraint wms_pick_area_code_key unique (tenant_id, org_id, code),
  constraint wms_pick_area_pick_type_ck check (pick_type in ('BOTH', 'CASE', 'SPLIT')),
  constraint wms_pick_area_method_ck check (method in ('RF', 'PAPER', 'LABEL')),
  constraint wms_pick_area_pick_mode_ck check (pick_mode in ('STORE', 'BATCH')),
  constraint wms_pick_area_rpl_ck check (rpl in ('ENOUGHOUT', 'WHOLE', 'HIGHLOW', 'FULL')),
  constraint wms_pick_area_rpl_mode_ck check (rpl_mode in ('RF', 'PAPER', 'LABEL')),
  constraint wms_pick_area_rpl_steps_ck check (rpl_steps in ('ONE', 'TWO'))
);
create table wms_bin (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  usage varchar(24) default 'STORAGE' not null,
  area_id bigint not null,
  storage_area_id bigint,
  pick_area_id bigint,
  bin_type_id bigint,
  aisle varchar(8) collate "C",
  bay integer,
  level integer,
  pos integer,
  x numeric(18,2),
  y numeric(18,2),
  z numeric(18,2),
  pick_seq integer default 0 not null,
  putaway_seq integer default 0 not null,
  abc varchar(24) default 'C' not null,
  owner_id bigint,
  mix_owner boolean default false not null,
  mix_product boolean default false not null,
  mix_lot boolean default true not null,
  date_tol_days integer,
  check_digit varchar(4) collate "C",
  lock_in boolean default false not null,
  lock_out boolean default false not null,
  lock_reason varchar(64),
  constraint wms_bin_pkey primary key (tenant_id, id),
  constraint wms_bin_code_key unique (tenant_id, org_id, code),
  constraint wms_bin_usage_ck check (usage in ('STORAGE', 'PICK', 'PICK_STORAGE', 'RECEIVE', 'QC', 'PUTAWAY_TRANSIT', 'RPL_TRANSIT', 'PICK_TRANSIT', 'SOW', 'COLLECT', 'DOCK', 'TRUCK', 'PROCESS', 'RTN_RECEIVE', 'VENDOR_RTN', 'VENDOR_COLLECT', 'DEFECT', 'EXCEPTION', 'VIRTUAL')),
  constraint wms_bin_abc_ck check (abc in ('A', 'B', 'C'))
);
create table wms_dock (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  direction varchar(24) default 'BOTH' not null,
  dock_group varchar(16),
  bin_id bigint not null,
  temperature varchar(24) default 'AMBIENT' not null,
  vehicle_length_m numeric(18,1),
  slot_vehicles integer default 1 not null,
  slot_cases integer,
  open_from varchar(5),
  open_to varchar(5),
  closed boolean default false not null,
  close_reason varchar(64),
  constraint wms_dock_pkey primary key (tenant_id, id),
  constraint wms_dock_code_key unique (tenant_id, org_id, code),
  constraint wms_dock_direction_ck check (direction in ('IN', 'OUT', 'BOTH')),
  constraint wms_dock_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN'))
);
create table wms_product_storage_scheme (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  product_id bigint,
  category_id bigint,
  owner_id bigint,
  stock_types varchar(24)[] default '{GOOD}' not null,
  priority integer default 50 not null,
  constraint wms_product_storage_scheme_pkey primary key (tenant_id, id),
  constraint wms_product_storage_scheme_code_key unique (tenant_id, org_id, code)
);
create table wms_put_away_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 10 not null,
  method varchar(24) not null,
  storage_area_ids bigint[] default '{}' not null,
  bin_type_ids bigint[] default '{}' not null,
  usages varchar(24)[] default '{}' not null,
  mix_lot boolean default true not null,
  capacity varchar(24) default 'CHECK' not null,
  fefo_guard boolean default false not null,
  split_allowed boolean default true not null,
  constraint wms_put_away_rule_pkey primary key (tenant_id, id),
  constraint wms_put_away_rule_scheme_id_seq_key unique (tenant_id, org_id, scheme_id, seq),
  constraint wms_put_away_rule_method_ck check (method in ('FIXED_PICK', 'SAME_LOT', 'SAME_PRODUCT', 'NEAR_PICK', 'EMPTY', 'BULK', 'OVERFLOW')),
  constraint wms_put_away_rule_capacity_ck check (capacity in ('CHECK', 'IGNORE'))
);
create table wms_turnover_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 10 not null,
  turnover varchar(24) default 'FEFO' not null,
  area_id bigint,
  constraint wms_turnover_rule_pkey primary key (tenant_id, id),
  constraint wms_turnover_rule_scheme_id_seq_key unique (tenant_id, org_id, scheme_id, seq),
  constraint wms_turnover_rule_turnover_ck check (turnover in ('FEFO', 'FIFO', 'LIFO', 'LEAST', 'CLEAN'))
);
create table wms_product_bin (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  product_id bigint not null,
  bin_id bigint not null,
  role varchar(24) default 'STORAGE' not null,
  min_cases integer,
  max_cases integer,
  constraint wms_product_bin_pkey primary key (tenant_id, id),
  constraint wms_product_bin_product_id_bin_id_role_key unique (tenant_id, org_id, product_id, bin_id, role),
  constraint wms_product_bin_role_ck check (role in ('PICK', 'STORAGE'))
);
create table wms_stock_type_scheme (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  owner_id bigint,
  constraint wms_stock_type_scheme_pkey primary key (tenant_id, id),
  constraint wms_stock_type_scheme_code_key unique (tenant_id, org_id, code)
);
create table wms_stock_type (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  type varchar(24) not null,
  enabled boolean default true not null,
  caption varchar(12),
  caption_en varchar(24),
  colour varchar(24),
  countable boolean default true not null,
  sellable boolean default false not null,
  modes varchar(24)[] default '{}' not null,
  receipt_modes varchar(24)[] default '{}' not null,
  constraint wms_stock_type_pkey primary key (tenant_id, id),
  constraint wms_stock_type_scheme_id_type_key unique (tenant_id, org_id, scheme_id, type),
  constraint wms_stock_type_type_ck check (type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_stock_type_colour_ck check (colour in ('GREEN', 'AMBER', 'RED', 'BLUE', 'GREY'))
);
create table wms_stock_type_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  type_from varchar(24) not null,
  type_to varchar(24) not null,
  by_other boolean default true not null,
  constraint wms_stock_type_rule_pkey primary key (tenant_id, id),
  constraint wms_stock_type_rule_scheme_id_type_from_type_to_key unique (tenant_id, org_id, scheme_id, type_from, type_to),
  constraint wms_stock_type_rule_type_from_ck check (type_from in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_stock_type_rule_type_to_ck check (type_to in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT'))
);
create table wms_bin_capacity (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  place varchar(24) default 'BIN' not null,
  bin_id bigint,
  bin_type_id bigint,
  storage_area_id bigint,
  product_id bigint,
  category_id bigint,
  max_cases integer,
  max_pallets integer,
  min_cases integer,
  top_cases integer,
  constraint wms_bin_capacity_pkey primary key (tenant_id, id),
  constraint wms_bin_capacity_place_bin_id_bin_type_id_storag_6pbbspc_key unique (tenant_id, org_id, place, bin_id, bin_type_id, storage_area_id, product_id, category_id),
  constraint wms_bin_capacity_place_ck check (place in ('BIN', 'TYPE', 'AREA'))
);
create table wms_sowing_scheme (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  mode varchar(24) default 'RF' not null,
  max_stores integer,
  constraint wms_sowing_scheme_pkey primary key (tenant_id, id),
  constraint wms_sowing_scheme_code_key unique (tenant_id, org_id, code),
  constraint wms_sowing_scheme_mode_ck check (mode in ('RF', 'PAPER'))
);
create table wms_sow_position (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 0 not null,
  bin_id bigint not null,
  store_id bigint,
  constraint wms_sow_position_pkey primary key (tenant_id, id),
  constraint wms_sow_position_scheme_id_bin_id_key unique (tenant_id, org_id, scheme_id, bin_id)
);
create table wms_collect_bin_scheme (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  kind varchar(24) default 'COARSE' not null,
  modes varchar(24)[] default '{}' not null,
  store_check boolean default false not null,
  constraint wms_collect_bin_scheme_pkey primary key (tenant_id, id),
  constraint wms_collect_bin_scheme_code_key unique (tenant_id, org_id, code),
  constraint wms_collect_bin_scheme_kind_ck check (kind in ('NONE', 'COARSE', 'FINE'))
);
create table wms_collect_row (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 0 not null,
  store_id bigint,
  route varchar(32),
  bin_id bigint not null,
  capacity integer,
  overflow boolean default false not null,
  constraint wms_collect_row_pkey primary key (tenant_id, id),
  constraint wms_collect_row_scheme_id_store_id_route_bin_id_key unique (tenant_id, org_id, scheme_id, store_id, route, bin_id)
);
create table wms_quality_scheme (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  product_id bigint,
  category_id bigint,
  vendor_id bigint,
  owner_id bigint,
  priority integer default 50 not null,
  kind varchar(24) default 'SAMPLE' not null,
  percent numeric(18,2),
  skip_after integer,
  skip_lots integer,
  bin_id bigint,
  constraint wms_quality_scheme_pkey primary key (tenant_id, id),
  constraint wms_quality_scheme_code_key unique (tenant_id, org_id, code),
  constraint wms_quality_scheme_kind_ck check (kind in ('NONE', 'SAMPLE', 'FULL'))
);
create table wms_quality_sample (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  lot_to integer not null,
  sample integer not null,
  accept integer not null,
  reject integer not null,
  constraint wms_quality_sample_pkey primary key (tenant_id, id),
  constraint wms_quality_sample_scheme_id_lot_to_key unique (tenant_id, org_id, scheme_id, lot_to)
);
create table wms_quality_item (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 0 not null,
  name varchar(32) not null,
  kind varchar(24) default 'BOOL' not null,
  least numeric(18,3),
  most numeric(18,3),
  unit varchar(16),
  needed boolean default true not null,
  constraint wms_quality_item_pkey primary key (tenant_id, id),
  constraint wms_quality_item_scheme_id_name_key unique (tenant_id, org_id, scheme_id, name),
  constraint wms_quality_item_kind_ck check (kind in ('BOOL', 'NUMBER', 'RANGE', 'DOC', 'PHOTO'))
);
create table wms_container_type (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  category varchar(24) default 'TOTE' not null,
  returnable boolean default true not null,
  serialised boolean default true not null,
  nestable boolean default false not null,
  per_pallet integer,
  prefix varchar(8) collate "C" not null,
  digits integer default 6 not null,
  length_cm numeric(18,1),
  width_cm numeric(18,1),
  height_cm numeric(18,1),
  volume_m3 numeric(18,6),
  tare_kg numeric(18,3),
  max_weight_kg numeric(18,3),
  max_fill_pct integer default 85 not null,
  deposit numeric(18,4),
  constraint wms_container_type_pkey primary key (tenant_id, id),
  constraint wms_container_type_code_key unique (tenant_id, code),
  constraint wms_container_type_prefix_key unique (tenant_id, prefix),
  constraint wms_container_type_category_ck check (category in ('PALLET', 'TOTE', 'CAGE', 'CARTON', 'BAG', 'PACKAGE', 'VIRTUAL'))
);
create table wms_container (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  type_id bigint not null,
  state varchar(24) default 'IDLE' not null,
  bin_id bigint,
  parent_id bigint,
  store_id bigint,
  bill_id bigint,
  last_move_at timestamptz,
  uses integer default 0 not null,
  hold boolean default false not null,
  hold_reason varchar(64),
  note varchar(500),
  constraint wms_container_pkey primary key (tenant_id, id),
  constraint wms_container_code_key unique (tenant_id, org_id, code),
  constraint wms_container_state_ck check (state in ('IDLE', 'RECEIVING', 'STORED', 'MOVING', 'PICKING', 'PICKED', 'COLLECTED', 'CHECKED', 'LOADED', 'SHIPPED', 'CLOSED', 'LOST', 'SCRAPPED'))
);
create table wms_sys_task_config (
  tenant_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_type varchar(24) not null,
  name varchar(32) not null,
  name_en varchar(32),
  enabled boolean default true not null,
  mode varchar(24) default 'RF' not null,
  need_assign boolean default false not null,
  scan_bin boolean default false not null,
  scan_goods boolean default false not null,
  scan_container boolean default false not null,
  allow_short boolean default true not null,
  reasons varchar(24)[] default '{}' not null,
  once_s numeric(18,1),
  line_s numeric(18,1),
  case_s numeric(18,1),
  piece_s numeric(18,1),
  walk_ms numeric(18,2),
  timeout_min integer,
  constraint wms_sys_task_config_pkey primary key (tenant_id, id),
  constraint wms_sys_task_config_task_type_key unique (tenant_id, task_type),
  constraint wms_sys_task_config_task_type_ck check (task_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'PICK_COLLECT', 'CONTAINER_CHECK', 'CONTAINER_MERGE', 'STORE_COLLECT_CHECK', 'ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH', 'STOCK_INC', 'STOCK_DEC', 'STOCK_TAKE')),
  constraint wms_sys_task_config_mode_ck check (mode in ('RF', 'PAPER'))
);
create table wms_task_config (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_type varchar(24) not null,
  name varchar(64) not null,
  constraint wms_task_config_pkey primary key (tenant_id, id),
  constraint wms_task_config_task_type_key unique (tenant_id, org_id, task_type),
  constraint wms_task_config_task_type_ck check (task_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'PICK_COLLECT', 'CONTAINER_CHECK', 'CONTAINER_MERGE', 'STORE_COLLECT_CHECK', 'ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH', 'STOCK_INC', 'STOCK_DEC', 'STOCK_TAKE'))
);
create table wms_task_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 10 not null,
  goods_owner bigint[] default '{}' not null,
  pick_area_id bigint[] default '{}' not null,
  bill_kind varchar(24)[] default '{}' not null,
  store_kind varchar(24)[] default '{}' not null,
  route varchar(32),
  category_id bigint[] default '{}' not null,
  mode varchar(24)[] default '{}' not null,
  queue varchar(32) collate "C",
  priority integer,
  dispatch varchar(24) default 'PULL' not null,
  auto_release boolean default true not null,
  allow_change_bin boolean default true not null,
  refetch boolean default true not null,
  max_lines integer,
  max_cases integer,
  max_volume_m3 numeric(18,6),
  max_weight_kg numeric(18,3),
  group_by varchar(24)[] default '{}' not null,
  line_order varchar(24) default 'PICK_SEQ' not null,
  label_template_id bigint,
  timeout_min integer,
  constraint wms_task_rule_pkey primary key (tenant_id, id),
  constraint wms_task_rule_scheme_id_seq_key unique (tenant_id, org_id, scheme_id, seq),
  constraint wms_task_rule_dispatch_ck check (dispatch in ('PULL', 'AUTO_ASSIGN', 'MANUAL')),
  constraint wms_task_rule_line_order_ck check (line_order in ('PICK_SEQ', 'HEAVY_FIRST', 'PRODUCT'))
);
create table wms_check_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  scheme_id bigint not null,
  seq integer default 10 not null,
  goods_owner bigint[] default '{}' not null,
  pick_area_id bigint[] default '{}' not null,
  store_kind varchar(24)[] default '{}' not null,
  route varchar(32),
  check_pct integer default 0 not null,
  check_short boolean default false not null,
  check_value numeric(18,4),
  check_new_days integer,
  check_by_other boolean default true not null,
  weigh_grams integer default 20 not null,
  weigh_pct numeric(18,2) default 1 not null,
  constraint wms_check_rule_pkey primary key (tenant_id, id),
  constraint wms_check_rule_scheme_id_seq_key unique (tenant_id, org_id, scheme_id, seq)
);
create table wms_worker (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  team varchar(32),
  shift varchar(32),
  pick_area_ids bigint[] default '{}' not null,
  licences varchar(24)[] default '{}' not null,
  max_open integer default 20 not null,
  efficiency integer default 100 not null,
  wage varchar(24) default 'HOUR' not null,
  on_duty boolean default false not null,
  duty_at timestamptz,
  device varchar(64),
  constraint wms_worker_pkey primary key (tenant_id, id),
  constraint wms_worker_user_id_key unique (tenant_id, org_id, user_id),
  constraint wms_worker_wage_ck check (wage in ('HOUR', 'PIECE'))
);
create table wms_worker_skill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  worker_id bigint not null,
  queue varchar(32) collate "C" not null,
  level integer default 3 not null,
  constraint wms_worker_skill_pkey primary key (tenant_id, id),
  constraint wms_worker_skill_worker_id_queue_key unique (tenant_id, org_id, worker_id, queue)
);
create table wms_task (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_no varchar(30) collate "C" not null,
  task_type varchar(24) not null,
  state varchar(24) not null,
  mode varchar(24) default 'RF' not null,
  bill_key varchar(32) collate "C",
  bill_id bigint,
  bill_no varchar(30) collate "C",
  to_bill_id bigint,
  owner_id bigint,
  store_id bigint,
  vendor_id bigint,
  pick_area_id bigint,
  dock_id bigint,
  container_id bigint,
  queue varchar(32) collate "C" not null,
  dispatch varchar(24) default 'PULL' not null,
  priority integer default 50 not null,
  biz_date date,
  equipment varchar(24)[] default '{}' not null,
  timeout_min integer,
  refetch boolean default true not null,
  label_template_id bigint,
  due_at timestamptz,
  assignee_id bigint,
  not_by_id bigint,
  device varchar(64),
  assigned_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  line_count integer default 0 not null,
  done_lines integer default 0 not null,
  plan_qty numeric(18,3) default 0 not null,
  done_qty numeric(18,3) default 0 not null,
  short_qty numeric(18,3) default 0 not null,
  volume numeric(18,6),
  weight numeric(18,3),
  cause varchar(24),
  note varchar(200),
  approved_at timestamptz,
  approved_by bigint,
  suspended_from varchar(16) collate "C",
  reason varchar(200),
  constraint wms_task_pkey primary key (tenant_id, id),
  constraint wms_task_task_no_key unique (tenant_id, org_id, task_no),
  constraint wms_task_task_type_ck check (task_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'PICK_COLLECT', 'CONTAINER_CHECK', 'CONTAINER_MERGE', 'STORE_COLLECT_CHECK', 'ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH', 'STOCK_INC', 'STOCK_DEC', 'STOCK_TAKE')),
  constraint wms_task_state_ck check (state in ('NEW', 'WAIT', 'READY', 'ASSIGNED', 'RUNNING', 'SUSPENDED', 'DONE', 'CANCELED')),
  constraint wms_task_mode_ck check (mode in ('RF', 'PAPER', 'LABEL', 'AUTO')),
  constraint wms_task_dispatch_ck check (dispatch in ('PULL', 'AUTO_ASSIGN', 'MANUAL')),
  constraint wms_task_plan_qty_ck check (plan_qty >= 0),
  constraint wms_task_done_qty_ck check (done_qty >= 0),
  constraint wms_task_short_qty_ck check (short_qty >= 0),
  constraint wms_task_cause_ck check (cause in ('SCRAP', 'LOST', 'COUNT_LOSS', 'SAMPLE', 'DESTROYED', 'OPENING', 'COUNT_GAIN', 'FOUND', 'SAMPLE_BACK', 'OTHER_IN'))
);
create table wms_order_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  upstream_no varchar(64),
  owner_id bigint not null,
  biz_date date,
  expect_at timestamptz,
  deadline_at timestamptz,
  priority integer default 50 not null,
  line_count integer default 0 not null,
  plan_qty numeric(18,3) default 0 not null,
  booked_qty numeric(18,3) default 0 not null,
  done_qty numeric(18,3) default 0 not null,
  sent_qty numeric(18,3) default 0 not null,
  cancel_qty numeric(18,3) default 0 not null,
  volume numeric(18,6),
  weight numeric(18,3),
  amount numeric(18,4),
  vendor_id bigint not null,
  mode varchar(24) default 'PURCHASE' not null,
  dock_id bigint,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_order_bill_pkey primary key (tenant_id, id),
  constraint wms_order_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_order_bill_upstream_no_key unique (tenant_id, org_id, upstream_no),
  constraint wms_order_bill_state_ck check (state in ('SAVED', 'APPROVED', 'INPROGRESS', 'FINISHED', 'CLOSED', 'CANCELED')),
  constraint wms_order_bill_plan_qty_ck check (plan_qty >= 0),
  constraint wms_order_bill_booked_qty_ck check (booked_qty >= 0),
  constraint wms_order_bill_done_qty_ck check (done_qty >= 0),
  constraint wms_order_bill_sent_qty_ck check (sent_qty >= 0),
  constraint wms_order_bill_cancel_qty_ck check (cancel_qty >= 0),
  constraint wms_order_bill_mode_ck check (mode in ('PURCHASE', 'TRANSFER', 'PRODUCTION'))
);
create table wms_order_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  qpc_id bigint,
  plan_qty numeric(18,3) not null,
  plan_pieces integer,
  booked_qty numeric(18,3) default 0 not null,
  done_qty numeric(18,3) default 0 not null,
  done_pieces integer,
  sent_qty numeric(18,3) default 0 not null,
  cancel_qty numeric(18,3) default 0 not null,
  state varchar(24) default 'OPEN' not null,
  unit_price numeric(18,4),
  reason varchar(200),
  note varchar(200),
  production_date date,
  expire_date date,
  production_batch varchar(32),
  gift boolean default false not null,
  refused_qty numeric(18,3),
  constraint wms_order_bill_line_pkey primary key (tenant_id, id),
  constraint wms_order_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_order_bill_line_plan_qty_ck check (plan_qty >= 0),
  constraint wms_order_bill_line_booked_qty_ck check (booked_qty >= 0),
  constraint wms_order_bill_line_done_qty_ck check (done_qty >= 0),
  constraint wms_order_bill_line_sent_qty_ck check (sent_qty >= 0),
  constraint wms_order_bill_line_cancel_qty_ck check (cancel_qty >= 0),
  constraint wms_order_bill_line_state_ck check (state in ('OPEN', 'PARTIAL', 'HANDLED', 'DONE', 'CANCELED')),
  constraint wms_order_bill_line_refused_qty_ck check (refused_qty >= 0),
  constraint wms_order_bill_line_ck1 check (sent_qty <= done_qty)
);
create table wms_operate_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  upstream_no varchar(64),
  owner_id bigint not null,
  biz_date date,
  expect_at timestamptz,
  deadline_at timestamptz,
  priority integer default 50 not null,
  line_count integer default 0 not null,
  plan_qty numeric(18,3) default 0 not null,
  booked_qty numeric(18,3) default 0 not null,
  done_qty numeric(18,3) default 0 not null,
  sent_qty numeric(18,3) default 0 not null,
  cancel_qty numeric(18,3) default 0 not null,
  volume numeric(18,6),
  weight numeric(18,3),
  amount numeric(18,4),
  store_id bigint not null,
  mode varchar(24) default 'SUPPLY' not null,
  delivery varchar(24) default 'NORMAL' not null,
  route varchar(32),
  temperature varchar(24),
  customer_po varchar(64),
  source_no varchar(200),
  wave_id bigint,
  ship_bill_id bigint,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_operate_bill_pkey primary key (tenant_id, id),
  constraint wms_operate_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_operate_bill_upstream_no_key unique (tenant_id, org_id, upstream_no),
  constraint wms_operate_bill_state_ck check (state in ('SAVED', 'APPROVED', 'INPROGRESS', 'FINISHED', 'CLOSED', 'CANCELED')),
  constraint wms_operate_bill_plan_qty_ck check (plan_qty >= 0),
  constraint wms_operate_bill_booked_qty_ck check (booked_qty >= 0),
  constraint wms_operate_bill_done_qty_ck check (done_qty >= 0),
  constraint wms_operate_bill_sent_qty_ck check (sent_qty >= 0),
  constraint wms_operate_bill_cancel_qty_ck check (cancel_qty >= 0),
  constraint wms_operate_bill_mode_ck check (mode in ('SUPPLY', 'TRANSFER', 'DIRECT')),
  constraint wms_operate_bill_delivery_ck check (delivery in ('NORMAL', 'URGENT', 'FIRST')),
  constraint wms_operate_bill_temperature_ck check (temperature in ('AMBIENT', 'COOL', 'CHILLED', 'FROZEN'))
);
create table wms_operate_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  qpc_id bigint,
  plan_qty numeric(18,3) not null,
  plan_pieces integer,
  booked_qty numeric(18,3) default 0 not null,
  done_qty numeric(18,3) default 0 not null,
  done_pieces integer,
  sent_qty numeric(18,3) default 0 not null,
  cancel_qty numeric(18,3) default 0 not null,
  state varchar(24) default 'OPEN' not null,
  unit_price numeric(18,4),
  reason varchar(200),
  note varchar(200),
  min_expire date,
  gift boolean default false not null,
  short_qty numeric(18,3),
  short_reason varchar(24),
  constraint wms_operate_bill_line_pkey primary key (tenant_id, id),
  constraint wms_operate_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_operate_bill_line_plan_qty_ck check (plan_qty >= 0),
  constraint wms_operate_bill_line_booked_qty_ck check (booked_qty >= 0),
  constraint wms_operate_bill_line_done_qty_ck check (done_qty >= 0),
  constraint wms_operate_bill_line_sent_qty_ck check (sent_qty >= 0),
  constraint wms_operate_bill_line_cancel_qty_ck check (cancel_qty >= 0),
  constraint wms_operate_bill_line_state_ck check (state in ('OPEN', 'PARTIAL', 'HANDLED', 'DONE', 'CANCELED')),
  constraint wms_operate_bill_line_short_qty_ck check (short_qty >= 0),
  constraint wms_operate_bill_line_short_reason_ck check (short_reason in ('NO_STOCK', 'INSUFFICIENT', 'NONE_ALLOWED', 'NOT_WHOLE', 'NOT_FOUND', 'DAMAGED', 'EXPIRED', 'WRONG', 'OTHER')),
  constraint wms_operate_bill_line_ck1 check (sent_qty <= done_qty),
  constraint wms_operate_bill_line_ck2 check (done_qty <= booked_qty),
  constraint wms_operate_bill_line_ck3 check (booked_qty + cancel_qty <= plan_qty)
);
create table wms_wave_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  title varchar(64),
  ration varchar(24) default 'INTURN' not null,
  due_at timestamptz,
  step varchar(24),
  problem varchar(400),
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_wave_bill_pkey primary key (tenant_id, id),
  constraint wms_wave_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_wave_bill_state_ck check (state in ('SAVED', 'STARTING', 'STARTEXCEPTION', 'STARTED', 'INPROGRESS', 'FINISHED', 'CANCELED')),
  constraint wms_wave_bill_ration_ck check (ration in ('INTURN', 'LOOP', 'AVG', 'RATIO')),
  constraint wms_wave_bill_step_ck check (step in ('FREEZE', 'ALLOCATE', 'TASKS'))
);
create table wms_auto_rule (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  disabled boolean default false not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  name varchar(64) not null,
  trigger varchar(24) default 'CUTOFF' not null,
  every_min integer,
  cut_off varchar(5),
  cron varchar(64),
  min_orders integer default 1 not null,
  owner_ids bigint[] default '{}' not null,
  modes varchar(24)[] default '{}' not null,
  deliveries varchar(24)[] default '{}' not null,
  store_kinds varchar(24)[] default '{}' not null,
  temperatures varchar(24)[] default '{}' not null,
  routes varchar(200),
  due_days integer,
  max_orders integer default 200 not null,
  max_stores integer,
  max_lines integer,
  ration varchar(24) default 'INTURN' not null,
  due_min integer,
  auto_start boolean default true not null,
  next_at timestamptz,
  paused boolean default false not null,
  failures integer,
  problem varchar(400),
  last_at timestamptz,
  last_result varchar(24),
  last_wave_id bigint,
  constraint wms_auto_rule_pkey primary key (tenant_id, id),
  constraint wms_auto_rule_code_key unique (tenant_id, org_id, code),
  constraint wms_auto_rule_trigger_ck check (trigger in ('HAND', 'EVERY', 'CUTOFF', 'CRON', 'COUNT')),
  constraint wms_auto_rule_ration_ck check (ration in ('INTURN', 'LOOP', 'AVG', 'RATIO')),
  constraint wms_auto_rule_last_result_ck check (last_result in ('NOTHING', 'MADE', 'STARTED', 'FAILED'))
);
create table wms_auto_run (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  rule_id bigint not null,
  by_hand boolean default false not null,
  result varchar(24) not null,
  orders integer not null,
  wave_id bigint,
  problem varchar(400),
  constraint wms_auto_run_pkey primary key (tenant_id, id),
  constraint wms_auto_run_result_ck check (result in ('NOTHING', 'MADE', 'STARTED', 'FAILED'))
);
create table wms_ship_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  route varchar(32),
  vehicle_no varchar(16),
  driver_name varchar(32),
  driver_phone varchar(32),
  carrier varchar(64),
  dock_id bigint,
  biz_date date,
  plan_depart_at timestamptz,
  max_weight_kg numeric(18,3),
  max_volume_m3 numeric(18,6),
  seal_no varchar(32),
  odometer_km numeric(18,1),
  depart_temp_c numeric(18,1),
  truck_bin_id bigint,
  containers integer default 0 not null,
  cases varchar(64),
  weight numeric(18,3),
  volume numeric(18,6),
  permitted_at timestamptz,
  started_at timestamptz,
  despatched_at timestamptz,
  reason varchar(200),
  approved_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_ship_bill_pkey primary key (tenant_id, id),
  constraint wms_ship_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_ship_bill_state_ck check (state in ('SAVED', 'APPROVED', 'INPROGRESS', 'LOADED', 'DESPATCHED', 'FINISHED', 'CANCELED'))
);
create table wms_ship_stop (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  seq integer default 1 not null,
  store_id bigint not null,
  plan_arrive_at timestamptz,
  constraint wms_ship_stop_pkey primary key (tenant_id, id),
  constraint wms_ship_stop_bill_id_store_id_key unique (tenant_id, org_id, bill_id, store_id)
);
create table wms_type_change_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  owner_id bigint not null,
  cause varchar(200) not null,
  line_count integer default 0 not null,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_type_change_bill_pkey primary key (tenant_id, id),
  constraint wms_type_change_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_type_change_bill_state_ck check (state in ('SAVED', 'FINISHED', 'CANCELED'))
);
create table wms_type_change_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  bin_id bigint not null,
  product_id bigint not null,
  stock_type varchar(24) not null,
  qty numeric(18,3) not null,
  type_to varchar(24) not null,
  to_bin_id bigint,
  pieces integer,
  done_qty numeric(18,3) default 0 not null,
  state varchar(24) default 'OPEN' not null,
  lot_id bigint not null,
  container_id bigint not null,
  qpc_id bigint not null,
  constraint wms_type_change_bill_line_pkey primary key (tenant_id, id),
  constraint wms_type_change_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_type_change_bill_line_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_type_change_bill_line_qty_ck check (qty >= 0),
  constraint wms_type_change_bill_line_type_to_ck check (type_to in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_type_change_bill_line_done_qty_ck check (done_qty >= 0),
  constraint wms_type_change_bill_line_state_ck check (state in ('OPEN', 'PARTIAL', 'DONE', 'CANCELED'))
);
create table wms_attr_change_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  owner_id bigint not null,
  cause varchar(200) not null,
  line_count integer default 0 not null,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_attr_change_bill_pkey primary key (tenant_id, id),
  constraint wms_attr_change_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_attr_change_bill_state_ck check (state in ('SAVED', 'FINISHED', 'CANCELED'))
);
create table wms_attr_change_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  bin_id bigint not null,
  product_id bigint not null,
  stock_type varchar(24) not null,
  qty numeric(18,3) not null,
  new_produced date,
  new_expires date,
  new_batch varchar(32) collate "C",
  new_vendor_id bigint,
  new_attrs varchar(200),
  pieces integer,
  done_qty numeric(18,3) default 0 not null,
  state varchar(24) default 'OPEN' not null,
  lot_id bigint not null,
  container_id bigint not null,
  qpc_id bigint not null,
  constraint wms_attr_change_bill_line_pkey primary key (tenant_id, id),
  constraint wms_attr_change_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_attr_change_bill_line_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_attr_change_bill_line_qty_ck check (qty >= 0),
  constraint wms_attr_change_bill_line_done_qty_ck check (done_qty >= 0),
  constraint wms_attr_change_bill_line_state_ck check (state in ('OPEN', 'PARTIAL', 'DONE', 'CANCELED'))
);
create table wms_pick_bin_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  owner_id bigint not null,
  cause varchar(200) not null,
  upstream_no varchar(64),
  line_count integer default 0 not null,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_pick_bin_bill_pkey primary key (tenant_id, id),
  constraint wms_pick_bin_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_pick_bin_bill_upstream_no_key unique (tenant_id, org_id, upstream_no),
  constraint wms_pick_bin_bill_state_ck check (state in ('SAVED', 'INPROGRESS', 'FINISHED', 'CANCELED'))
);
create table wms_pick_bin_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  bin_id bigint,
  to_bin_id bigint,
  min_cases integer,
  max_cases integer,
  effective varchar(24) default 'NOW' not null,
  state varchar(24) default 'OPEN' not null,
  task_id bigint,
  constraint wms_pick_bin_bill_line_pkey primary key (tenant_id, id),
  constraint wms_pick_bin_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_pick_bin_bill_line_effective_ck check (effective in ('NOW', 'AFTER_WAVE')),
  constraint wms_pick_bin_bill_line_state_ck check (state in ('OPEN', 'PARTIAL', 'DONE', 'CANCELED'))
);
create table wms_pre_rpl_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  owner_id bigint not null,
  basis varchar(24) default 'ORDERS' not null,
  demand_date date,
  days integer,
  pick_area_id bigint,
  due_at timestamptz,
  computed_at timestamptz,
  line_count integer default 0 not null,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_pre_rpl_bill_pkey primary key (tenant_id, id),
  constraint wms_pre_rpl_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_pre_rpl_bill_state_ck check (state in ('SAVED', 'APPROVED', 'INPROGRESS', 'FINISHED', 'CANCELED')),
  constraint wms_pre_rpl_bill_basis_ck check (basis in ('ORDERS', 'SALES', 'MINMAX'))
);
create table wms_pre_rpl_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  bin_id bigint not null,
  on_hand numeric(18,3),
  incoming numeric(18,3),
  demand numeric(18,3),
  suggested numeric(18,3),
  plan_qty numeric(18,3) default 0 not null,
  short_qty numeric(18,3),
  constraint wms_pre_rpl_bill_line_pkey primary key (tenant_id, id),
  constraint wms_pre_rpl_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_pre_rpl_bill_line_on_hand_ck check (on_hand >= 0),
  constraint wms_pre_rpl_bill_line_incoming_ck check (incoming >= 0),
  constraint wms_pre_rpl_bill_line_demand_ck check (demand >= 0),
  constraint wms_pre_rpl_bill_line_suggested_ck check (suggested >= 0),
  constraint wms_pre_rpl_bill_line_plan_qty_ck check (plan_qty >= 0),
  constraint wms_pre_rpl_bill_line_short_qty_ck check (short_qty >= 0)
);
create table wms_pick_label (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  label_no varchar(30) collate "C" not null,
  kind varchar(24) default 'PICK' not null,
  task_id bigint not null,
  task_line_id bigint not null,
  wave_id bigint,
  pick_area_id bigint,
  owner_id bigint not null,
  store_id bigint,
  product_id bigint not null,
  qpc_id bigint,
  qty numeric(18,3) not null,
  from_bin_id bigint,
  seq integer default 0 not null,
  case_no integer default 1 not null,
  case_count integer default 1 not null,
  state varchar(24) default 'NEW' not null,
  print_count integer default 0 not null,
  obtained_by bigint,
  obtained_at timestamptz,
  done_at timestamptz,
  exception_code varchar(24),
  short_reason varchar(24),
  reason varchar(200),
  replaces_id bigint,
  constraint wms_pick_label_pkey primary key (tenant_id, id),
  constraint wms_pick_label_label_no_key unique (tenant_id, org_id, label_no),
  constraint wms_pick_label_kind_ck check (kind in ('PICK', 'RPL')),
  constraint wms_pick_label_qty_ck check (qty >= 0),
  constraint wms_pick_label_state_ck check (state in ('NEW', 'PRINTED', 'OBTAINED', 'DONE', 'EXCEPTION', 'VOID')),
  constraint wms_pick_label_exception_code_ck check (exception_code in ('SHORT', 'DAMAGED', 'WRONG_BOX', 'SURPLUS', 'VOID')),
  constraint wms_pick_label_short_reason_ck check (short_reason in ('NOT_FOUND', 'DAMAGED', 'EXPIRED', 'WRONG', 'OTHER'))
);
create table wms_pick_container (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  code varchar(30) collate "C" not null,
  container_id bigint not null,
  state varchar(24) default 'BOUND' not null,
  task_id bigint not null,
  seq integer default 1 not null,
  store_id bigint,
  wave_id bigint,
  pick_area_id bigint,
  lines integer default 0 not null,
  volume numeric(18,6),
  weight numeric(18,3),
  print_count integer default 0 not null,
  reason varchar(200),
  replaced_by_id bigint,
  constraint wms_pick_container_pkey primary key (tenant_id, id),
  constraint wms_pick_container_state_ck check (state in ('BOUND', 'USED', 'DONE', 'VOID', 'FREED'))
);
create table wms_stock_take_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  kind varchar(24) default 'SPOT' not null,
  area_id bigint,
  storage_area_id bigint,
  pick_area_id bigint,
  bin_from varchar(30) collate "C",
  bin_to varchar(30) collate "C",
  abc varchar(24),
  owner_id bigint,
  product_id bigint,
  moved_since date,
  most integer,
  with_empty boolean default true not null,
  blind boolean default true not null,
  lock_bins boolean default false not null,
  rounds integer default 3 not null,
  tol_qty numeric(18,3) default 0 not null,
  tol_pct numeric(18,2) default 0 not null,
  bins_per_task integer default 30 not null,
  team_ids bigint[] default '{}' not null,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_stock_take_bill_pkey primary key (tenant_id, id),
  constraint wms_stock_take_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_stock_take_bill_state_ck check (state in ('SAVED', 'APPROVED', 'INPROGRESS', 'AUDITING', 'FINISHED', 'CANCELED')),
  constraint wms_stock_take_bill_kind_ck check (kind in ('FULL', 'CYCLE', 'MOVED', 'SPOT', 'EXCEPTION')),
  constraint wms_stock_take_bill_abc_ck check (abc in ('A', 'B', 'C')),
  constraint wms_stock_take_bill_tol_qty_ck check (tol_qty >= 0)
);
create table wms_quality_bill (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_no varchar(30) collate "C" not null,
  state varchar(24) not null,
  owner_id bigint not null,
  vendor_id bigint,
  order_id bigint,
  task_id bigint,
  inspector_id bigint,
  biz_date date,
  reason varchar(200),
  approved_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  note varchar(500),
  constraint wms_quality_bill_pkey primary key (tenant_id, id),
  constraint wms_quality_bill_bill_no_key unique (tenant_id, org_id, bill_no),
  constraint wms_quality_bill_state_ck check (state in ('SAVED', 'INPROGRESS', 'APPROVED', 'CANCELED'))
);
create table wms_quality_bill_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  container_id bigint not null,
  lot_qty numeric(18,3) not null,
  sample_qty numeric(18,3) not null,
  accept integer,
  reject integer,
  critical integer,
  major integer,
  minor integer,
  verdict varchar(24),
  pass_qty numeric(18,3),
  reject_qty numeric(18,3),
  reject_type varchar(24) default 'DAMAGE' not null,
  cause varchar(200),
  lot_id bigint not null,
  qpc_id bigint not null,
  bin_id bigint not null,
  good_type varchar(24) not null,
  scheme_id bigint,
  task_line_id bigint not null,
  constraint wms_quality_bill_line_pkey primary key (tenant_id, id),
  constraint wms_quality_bill_line_bill_id_line_no_key unique (tenant_id, org_id, bill_id, line_no),
  constraint wms_quality_bill_line_bill_id_task_line_id_lot_i_5btlcg_key unique (tenant_id, org_id, bill_id, task_line_id, lot_id, container_id, good_type),
  constraint wms_quality_bill_line_lot_qty_ck check (lot_qty >= 0),
  constraint wms_quality_bill_line_sample_qty_ck check (sample_qty >= 0),
  constraint wms_quality_bill_line_verdict_ck check (verdict in ('PASS', 'CONCESSION', 'REJECT')),
  constraint wms_quality_bill_line_pass_qty_ck check (pass_qty >= 0),
  constraint wms_quality_bill_line_reject_qty_ck check (reject_qty >= 0),
  constraint wms_quality_bill_line_reject_type_ck check (reject_type in ('DAMAGE', 'RETURN')),
  constraint wms_quality_bill_line_good_type_ck check (good_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT'))
);
create table wms_quality_result (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  item varchar(32) not null,
  kind varchar(24) not null,
  least numeric(18,3),
  most numeric(18,3),
  unit varchar(16),
  amount numeric(18,3),
  said varchar(100),
  finding varchar(24),
  needed boolean default false not null,
  constraint wms_quality_result_pkey primary key (tenant_id, id),
  constraint wms_quality_result_bill_id_line_no_item_key unique (tenant_id, org_id, bill_id, line_no, item),
  constraint wms_quality_result_kind_ck check (kind in ('BOOL', 'NUMBER', 'RANGE', 'DOC', 'PHOTO')),
  constraint wms_quality_result_finding_ck check (finding in ('GOOD', 'BAD'))
);
create table wms_lot (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  owner_id bigint not null,
  product_id bigint not null,
  lot_no varchar(30) collate "C" not null,
  identity varchar(120) not null,
  production_date date,
  expire_date date,
  production_batch varchar(32),
  vendor_id bigint,
  attr jsonb,
  hold boolean default false not null,
  hold_reason varchar(64),
  constraint wms_lot_pkey primary key (tenant_id, id),
  constraint wms_lot_lot_no_key unique (tenant_id, org_id, lot_no),
  constraint wms_lot_owner_id_product_id_identity_key unique (tenant_id, org_id, owner_id, product_id, identity)
);
create table wms_lot_alarm (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  lot_id bigint not null,
  level varchar(24) not null,
  told_on date not null,
  constraint wms_lot_alarm_pkey primary key (tenant_id, id),
  constraint wms_lot_alarm_lot_id_key unique (tenant_id, org_id, lot_id),
  constraint wms_lot_alarm_level_ck check (level in ('FRESH', 'NEAR', 'STOPPED', 'EXPIRED'))
);
create table wms_stock (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  lot_id bigint not null,
  stock_type varchar(24) not null,
  bin_id bigint not null,
  container_id bigint not null,
  qty numeric(18,3) default 0 not null,
  pieces integer,
  reserved_qty numeric(18,3) default 0 not null,
  reserved_pieces integer default 0 not null,
  first_in_at timestamptz not null,
  last_in_at timestamptz,
  last_out_at timestamptz,
  last_count_at timestamptz,
  constraint wms_stock_pkey primary key (tenant_id, id),
  constraint wms_stock_bin_id_product_id_lot_id_container_id__7bplcqso_key unique (tenant_id, org_id, bin_id, product_id, lot_id, container_id, qpc_id, stock_type, owner_id),
  constraint wms_stock_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_stock_qty_ck check (qty >= 0),
  constraint wms_stock_reserved_qty_ck check (reserved_qty >= 0),
  constraint wms_stock_ck1 check (qty >= 0),
  constraint wms_stock_ck2 check (reserved_qty >= 0),
  constraint wms_stock_ck3 check (reserved_qty <= qty),
  constraint wms_stock_ck4 check (reserved_pieces <= coalesce(pieces, 0))
);
create table wms_posting (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  biz_type varchar(24) not null,
  idem_key varchar(120) not null,
  source_type varchar(32) collate "C",
  source_id bigint,
  task_line_id bigint,
  reverses_id bigint,
  business_date date not null,
  reason varchar(32) collate "C",
  note varchar(200),
  store_id bigint,
  constraint wms_posting_pkey primary key (tenant_id, id),
  constraint wms_posting_idem_key_key unique (tenant_id, org_id, idem_key),
  constraint wms_posting_biz_type_ck check (biz_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'COLLECT', 'MERGE', 'LOAD', 'UNLOAD', 'SHIP', 'RTN_RECEIVE', 'VRTN_PICK', 'VRTN_SHIP', 'TYPE_CHANGE', 'ATTR_CHANGE', 'OWNER_CHANGE', 'QPC_CHANGE', 'PROC_IN', 'PROC_OUT', 'ADJ_INC', 'ADJ_DEC', 'USE', 'REVERSE'))
);
create table wms_ledger (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  posting_id bigint not null,
  line_no integer not null,
  biz_type varchar(24) not null,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  lot_id bigint not null,
  stock_type varchar(24) not null,
  bin_id bigint not null,
  container_id bigint not null,
  delta numeric(18,3) not null,
  pieces integer,
  qty_after numeric(18,3),
  constraint wms_ledger_pkey primary key (tenant_id, id),
  constraint wms_ledger_biz_type_ck check (biz_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'COLLECT', 'MERGE', 'LOAD', 'UNLOAD', 'SHIP', 'RTN_RECEIVE', 'VRTN_PICK', 'VRTN_SHIP', 'TYPE_CHANGE', 'ATTR_CHANGE', 'OWNER_CHANGE', 'QPC_CHANGE', 'PROC_IN', 'PROC_OUT', 'ADJ_INC', 'ADJ_DEC', 'USE', 'REVERSE')),
  constraint wms_ledger_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_ledger_qty_after_ck check (qty_after >= 0),
  constraint wms_ledger_ck1 check (delta <> 0)
);
create table wms_ledger_opening (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  month date not null,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  lot_id bigint not null,
  stock_type varchar(24) not null,
  bin_id bigint not null,
  container_id bigint not null,
  qty numeric(18,3) not null,
  pieces integer default 0 not null,
  constraint wms_ledger_opening_pkey primary key (tenant_id, id),
  constraint wms_ledger_opening_month_product_id_bin_id_lot_i_8mpblcqso_key unique (tenant_id, org_id, month, product_id, bin_id, lot_id, container_id, qpc_id, stock_type, owner_id),
  constraint wms_ledger_opening_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT'))
);
create table wms_ledger_month (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  month date not null,
  constraint wms_ledger_month_pkey primary key (tenant_id, id)
);
create table wms_reservation (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  stock_id bigint,
  kind varchar(24) not null,
  state varchar(24) not null,
  qty numeric(18,3) not null,
  pieces integer,
  used_qty numeric(18,3) default 0 not null,
  freed_qty numeric(18,3) default 0 not null,
  used_pieces integer default 0 not null,
  freed_pieces integer default 0 not null,
  demand_type varchar(32) collate "C",
  demand_line_id bigint,
  task_line_id bigint,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  bin_id bigint not null,
  stock_type varchar(24) not null,
  min_expire date,
  reason varchar(64),
  idem_key varchar(120) not null,
  constraint wms_reservation_pkey primary key (tenant_id, id),
  constraint wms_reservation_idem_key_key unique (tenant_id, org_id, idem_key),
  constraint wms_reservation_kind_ck check (kind in ('ALLOC', 'MOVE', 'HOLD', 'COUNT', 'RTN', 'PROC')),
  constraint wms_reservation_state_ck check (state in ('PENDING', 'ACTIVE', 'CONSUMED', 'RELEASED')),
  constraint wms_reservation_qty_ck check (qty >= 0),
  constraint wms_reservation_used_qty_ck check (used_qty >= 0),
  constraint wms_reservation_freed_qty_ck check (freed_qty >= 0),
  constraint wms_reservation_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_reservation_ck1 check (used_qty + freed_qty <= qty),
  constraint wms_reservation_ck2 check (used_pieces + freed_pieces <= coalesce(pieces, 0))
);
create table wms_promise_move (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  posting_id bigint not null,
  from_id bigint,
  to_id bigint,
  qty numeric(18,3) not null,
  pieces integer,
  constraint wms_promise_move_pkey primary key (tenant_id, id),
  constraint wms_promise_move_qty_ck check (qty >= 0)
);
create table wms_bin_claim (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  bin_id bigint not null,
  task_line_id bigint not null,
  owner_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null,
  qty numeric(18,3) not null,
  state varchar(24) not null,
  constraint wms_bin_claim_pkey primary key (tenant_id, id),
  constraint wms_bin_claim_task_line_id_key unique (tenant_id, org_id, task_line_id),
  constraint wms_bin_claim_qty_ck check (qty >= 0),
  constraint wms_bin_claim_state_ck check (state in ('ACTIVE', 'DONE', 'FREED'))
);
create table wms_reconcile_hit (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  rule varchar(16) collate "C" not null,
  subject_id bigint,
  detail varchar(300) not null,
  found_at timestamptz not null,
  constraint wms_reconcile_hit_pkey primary key (tenant_id, id)
);
create table wms_task_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_id bigint not null,
  line_no integer not null,
  state varchar(24) default 'OPEN' not null,
  seq integer default 0 not null,
  owner_id bigint,
  product_id bigint,
  qpc_id bigint,
  lot_id bigint,
  stock_type varchar(24),
  from_bin_id bigint,
  from_container_id bigint,
  to_bin_id bigint,
  to_container_id bigint,
  store_id bigint,
  face_bin_id bigint,
  bill_line_id bigint,
  plan_qty numeric(18,3) not null,
  plan_pieces integer,
  done_qty numeric(18,3) default 0 not null,
  done_pieces integer,
  short_qty numeric(18,3) default 0 not null,
  refused_qty numeric(18,3),
  origin_id bigint,
  why jsonb,
  reason varchar(32) collate "C",
  hand_bin_id bigint,
  hand_container_id bigint,
  hand_qty numeric(18,3) default 0 not null,
  confirmed_at timestamptz,
  confirmed_by bigint,
  allow_change boolean default true not null,
  constraint wms_task_line_pkey primary key (tenant_id, id),
  constraint wms_task_line_task_id_line_no_key unique (tenant_id, org_id, task_id, line_no),
  constraint wms_task_line_state_ck check (state in ('OPEN', 'INHAND', 'DONE', 'SHORT', 'CANCELED')),
  constraint wms_task_line_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_task_line_plan_qty_ck check (plan_qty >= 0),
  constraint wms_task_line_done_qty_ck check (done_qty >= 0),
  constraint wms_task_line_short_qty_ck check (short_qty >= 0),
  constraint wms_task_line_refused_qty_ck check (refused_qty >= 0),
  constraint wms_task_line_hand_qty_ck check (hand_qty >= 0),
  constraint wms_task_line_ck1 check (done_qty <= plan_qty * 100)
);
create table wms_task_log (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  task_id bigint not null,
  task_line_id bigint,
  action varchar(24) collate "C" not null,
  from_state varchar(16) collate "C",
  to_state varchar(16) collate "C",
  device varchar(64),
  payload jsonb,
  constraint wms_task_log_pkey primary key (tenant_id, id)
);
create table wms_pick_diff (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_id bigint not null,
  task_line_id bigint not null,
  bill_id bigint not null,
  bill_line_id bigint not null,
  store_id bigint,
  owner_id bigint not null,
  product_id bigint not null,
  bin_id bigint not null,
  lot_id bigint not null,
  short_qty numeric(18,3) not null,
  reason varchar(24) not null,
  state varchar(24) default 'OPEN' not null,
  liability varchar(24),
  settled_at timestamptz,
  note varchar(200),
  constraint wms_pick_diff_pkey primary key (tenant_id, id),
  constraint wms_pick_diff_short_qty_ck check (short_qty >= 0),
  constraint wms_pick_diff_reason_ck check (reason in ('NOT_FOUND', 'DAMAGED', 'EXPIRED', 'WRONG', 'OTHER')),
  constraint wms_pick_diff_state_ck check (state in ('OPEN', 'ADJUSTED', 'CANCELED')),
  constraint wms_pick_diff_liability_ck check (liability in ('INACCURATE', 'DAMAGED', 'EXPIRED', 'LATE', 'OTHER'))
);
create table wms_bill_link (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  kind varchar(24) not null,
  owner_id bigint not null,
  from_bill_id bigint not null,
  from_line_id bigint not null,
  to_bill_id bigint not null,
  to_line_id bigint not null,
  qty numeric(18,3) not null,
  constraint wms_bill_link_pkey primary key (tenant_id, id),
  constraint wms_bill_link_from_line_id_to_line_id_kind_key unique (tenant_id, org_id, from_line_id, to_line_id, kind),
  constraint wms_bill_link_kind_ck check (kind in ('SPLIT', 'MERGE')),
  constraint wms_bill_link_qty_ck check (qty >= 0)
);
create table wms_stock_take_bin (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  take_id bigint not null,
  bin_id bigint not null,
  owner_id bigint,
  product_id bigint,
  state varchar(24) default 'OPEN' not null,
  round integer default 1 not null,
  task_line_id bigint,
  counted_at timestamptz,
  counted_by bigint,
  constraint wms_stock_take_bin_pkey primary key (tenant_id, id),
  constraint wms_stock_take_bin_take_id_bin_id_product_id_key unique (tenant_id, org_id, take_id, bin_id, product_id),
  constraint wms_stock_take_bin_state_ck check (state in ('OPEN', 'MATCHED', 'DIFFERS', 'ADJUSTED', 'SKIPPED'))
);
create table wms_stock_count (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  take_id bigint not null,
  take_bin_id bigint not null,
  task_id bigint not null,
  round integer not null,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  lot_id bigint not null,
  stock_type varchar(24) not null,
  bin_id bigint not null,
  container_id bigint not null,
  book_qty numeric(18,3) not null,
  counted_qty numeric(18,3) not null,
  diff_qty numeric(18,3) not null,
  book_pieces integer,
  counted_pieces integer,
  unnamed boolean default false not null,
  lot_guessed boolean default false not null,
  moved boolean default false not null,
  note varchar(200),
  constraint wms_stock_count_pkey primary key (tenant_id, id),
  constraint wms_stock_count_stock_type_ck check (stock_type in ('GOOD', 'QC', 'DAMAGE', 'NEAR', 'EXPIRED', 'RETURN', 'GIFT')),
  constraint wms_stock_count_book_qty_ck check (book_qty >= 0),
  constraint wms_stock_count_counted_qty_ck check (counted_qty >= 0)
);
create table wms_container_check (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  task_id bigint not null,
  task_line_id bigint not null,
  container_id bigint not null,
  store_id bigint,
  pick_area_id bigint,
  why varchar(24) not null,
  state varchar(24) default 'OPEN' not null,
  by_other boolean default true not null,
  weigh_grams integer default 20 not null,
  weigh_pct numeric(18,2) default 1 not null,
  gross_kg numeric(18,3),
  expect_kg numeric(18,3),
  pickers varchar(200),
  goods integer,
  diffs integer,
  checked_at timestamptz,
  checked_by bigint,
  settled_at timestamptz,
  settled_by bigint,
  constraint wms_container_check_pkey primary key (tenant_id, id),
  constraint wms_container_check_task_id_key unique (tenant_id, org_id, task_id),
  constraint wms_container_check_why_ck check (why in ('ALL', 'SHARE', 'SHORT', 'VALUE', 'NEW', 'AGAIN', 'ASKED')),
  constraint wms_container_check_state_ck check (state in ('OPEN', 'PASSED', 'FAILED', 'SETTLED', 'AGAIN', 'CANCELED'))
);
create table wms_check_count (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  check_id bigint not null,
  task_id bigint not null,
  owner_id bigint not null,
  product_id bigint not null,
  qpc_id bigint not null,
  book_qty numeric(18,3) not null,
  counted_qty numeric(18,3) not null,
  diff_qty numeric(18,3) not null,
  unnamed boolean default false not null,
  constraint wms_check_count_pkey primary key (tenant_id, id),
  constraint wms_check_count_book_qty_ck check (book_qty >= 0),
  constraint wms_check_count_counted_qty_ck check (counted_qty >= 0)
);
create table wms_pick_container_line (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  pick_container_id bigint not null,
  task_line_id bigint not null,
  plan_qty numeric(18,3) not null,
  done_qty numeric(18,3) not null,
  constraint wms_pick_container_line_pkey primary key (tenant_id, id),
  constraint wms_pick_container_line_pick_container_id_task_line_id_key unique (tenant_id, org_id, pick_container_id, task_line_id),
  constraint wms_pick_container_line_plan_qty_ck check (plan_qty >= 0),
  constraint wms_pick_container_line_done_qty_ck check (done_qty >= 0)
);
create table wms_worker_day (
  tenant_id bigint not null,
  org_id bigint not null,
  id bigint not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  created_by bigint,
  updated_at timestamptz default now() not null,
  updated_by bigint,
  user_id bigint not null,
  day date not null,
  task_type varchar(24) not null,
  tasks integer not null,
  lines integer not null,
  cases integer not null,
  qty numeric(18,3) not null,
  standard_s integer not null,
  actual_s integer not null,
  constraint wms_worker_day_pkey primary key (tenant_id, id),
  constraint wms_worker_day_day_user_id_task_type_key unique (tenant_id, org_id, day, user_id, task_type),
  constraint wms_worker_day_task_type_ck check (task_type in ('RECEIVE', 'PUTAWAY', 'MOVE', 'RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'PICK_COLLECT', 'CONTAINER_CHECK', 'CONTAINER_MERGE', 'STORE_COLLECT_CHECK', 'ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH', 'STOCK_INC', 'STOCK_DEC', 'STOCK_TAKE')),
  constraint wms_worker_day_qty_ck check (qty >= 0)
);
alter table sys_org add constraint sys_org_upper_org_id_fkey foreign key (tenant_id, upper_org_id) references sys_org (tenant_id, id);
alter table sys_user add constraint sys_user_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_user_org add constraint sys_user_org_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade;
alter table sys_user_org add constraint sys_user_org_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_user_role add constraint sys_user_role_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade;
alter table sys_user_role add constraint sys_user_role_role_id_fkey foreign key (tenant_id, role_id) references sys_role (tenant_id, id);
alter table sys_user_owner add constraint sys_user_owner_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade;
alter table sys_user_owner add constraint sys_user_owner_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table sys_role add constraint sys_role_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_session add constraint sys_session_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_session add constraint sys_session_working_org_id_fkey foreign key (tenant_id, working_org_id) references sys_org (tenant_id, id);
alter table sys_announcement add constraint sys_announcement_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_open_call_log add constraint sys_open_call_log_account_id_fkey foreign key (tenant_id, account_id) references sys_open_account (tenant_id, id);
alter table sys_collection_mapping add constraint sys_collection_mapping_config_id_fkey foreign key (tenant_id, config_id) references sys_data_collection (tenant_id, id) on delete cascade;
alter table sys_app_version add constraint sys_app_version_app_id_fkey foreign key (tenant_id, app_id) references sys_app (tenant_id, id);
alter table sys_message_force add constraint sys_message_force_role_id_fkey foreign key (tenant_id, role_id) references sys_role (tenant_id, id);
alter table sys_print_template add constraint sys_print_template_for_org_id_fkey foreign key (tenant_id, for_org_id) references sys_org (tenant_id, id);
alter table sys_print_template add constraint sys_print_template_for_owner_id_fkey foreign key (tenant_id, for_owner_id) references wms_owner (tenant_id, id);
alter table sys_print_batch add constraint sys_print_batch_printer_id_fkey foreign key (tenant_id, printer_id) references sys_printer (tenant_id, id);
alter table sys_print_batch_part add constraint sys_print_batch_part_batch_id_fkey foreign key (tenant_id, batch_id) references sys_print_batch (tenant_id, id);
alter table sys_role_permission add constraint sys_role_permission_role_id_fkey foreign key (tenant_id, role_id) references sys_role (tenant_id, id) on delete cascade;
alter table sys_session_token add constraint sys_session_token_session_id_fkey foreign key (tenant_id, session_id) references sys_session (tenant_id, id);
alter table sys_second_factor add constraint sys_second_factor_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_pin add constraint sys_pin_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_override add constraint sys_override_by_id_fkey foreign key (tenant_id, by_id) references sys_user (tenant_id, id);
alter table sys_override add constraint sys_override_for_id_fkey foreign key (tenant_id, for_id) references sys_user (tenant_id, id);
alter table sys_override add constraint sys_override_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_recovery_code add constraint sys_recovery_code_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_announcement_read add constraint sys_announcement_read_announcement_id_fkey foreign key (tenant_id, announcement_id) references sys_announcement (tenant_id, id);
alter table sys_announcement_read add constraint sys_announcement_read_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_job_run add constraint sys_job_run_job_id_fkey foreign key (tenant_id, job_id) references sys_job (tenant_id, id);
alter table sys_job_line add constraint sys_job_line_run_id_fkey foreign key (tenant_id, run_id) references sys_job_run (tenant_id, id) on delete cascade;
alter table sys_dic_org_info add constraint sys_dic_org_info_org_id_fkey foreign key (tenant_id, org_id) references sys_org (tenant_id, id);
alter table sys_user_preference add constraint sys_user_preference_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_list_view add constraint sys_list_view_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_list_view add constraint sys_list_view_role_id_fkey foreign key (tenant_id, role_id) references sys_role (tenant_id, id);
alter table sys_list_default add constraint sys_list_default_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_list_default add constraint sys_list_default_view_id_fkey foreign key (tenant_id, view_id) references sys_list_view (tenant_id, id);
alter table sys_message_subscription add constraint sys_message_subscription_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_message_quiet add constraint sys_message_quiet_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_message add constraint sys_message_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_robot_delivery add constraint sys_robot_delivery_robot_id_fkey foreign key (tenant_id, robot_id) references sys_message_robot (tenant_id, id);
alter table sys_mail_item add constraint sys_mail_item_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_email_proof add constraint sys_email_proof_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table sys_file add constraint sys_file_content_id_fkey foreign key (tenant_id, content_id) references sys_file_content (tenant_id, id);
alter table sys_photo add constraint sys_photo_file_id_fkey foreign key (tenant_id, file_id) references sys_file (tenant_id, id);
alter table sys_brand add constraint sys_brand_login_background_id_fkey foreign key (tenant_id, login_background_id) references sys_file (tenant_id, id);
alter table sys_brand add constraint sys_brand_login_logo_id_fkey foreign key (tenant_id, login_logo_id) references sys_file (tenant_id, id);
alter table sys_brand add constraint sys_brand_medium_logo_id_fkey foreign key (tenant_id, medium_logo_id) references sys_file (tenant_id, id);
alter table sys_brand add constraint sys_brand_color_logo_id_fkey foreign key (tenant_id, color_logo_id) references sys_file (tenant_id, id);
alter table sys_brand add constraint sys_brand_slogan_image_id_fkey foreign key (tenant_id, slogan_image_id) references sys_file (tenant_id, id);
alter table sys_sheet_part add constraint sys_sheet_part_file_id_fkey foreign key (tenant_id, file_id) references sys_sheet_file (tenant_id, id) on delete cascade;
alter table sys_open_nonce add constraint sys_open_nonce_account_id_fkey foreign key (tenant_id, account_id) references sys_open_account (tenant_id, id);
alter table sys_open_delivery add constraint sys_open_delivery_account_id_fkey foreign key (tenant_id, account_id) references sys_open_account (tenant_id, id);
alter table sys_open_usage add constraint sys_open_usage_account_id_fkey foreign key (tenant_id, account_id) references sys_open_account (tenant_id, id);
alter table mdm_product add constraint mdm_product_category_id_fkey foreign key (tenant_id, category_id) references wms_product_category (tenant_id, id);
alter table mdm_product add constraint mdm_product_storage_scheme_id_fkey foreign key (tenant_id, storage_scheme_id) references wms_product_storage_scheme (tenant_id, id);
alter table mdm_product add constraint mdm_product_image_id_fkey foreign key (tenant_id, image_id) references sys_file (tenant_id, id);
alter table mdm_product_barcode add constraint mdm_product_barcode_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id) on delete cascade;
alter table mdm_product_owner add constraint mdm_product_owner_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id) on delete cascade;
alter table mdm_product_owner add constraint mdm_product_owner_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table mdm_product_owner add constraint mdm_product_owner_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table mdm_product_lot_attr add constraint mdm_product_lot_attr_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id) on delete cascade;
alter table mdm_product_qpc add constraint mdm_product_qpc_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id) on delete cascade;
alter table wms_owner_dc add constraint wms_owner_dc_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id) on delete cascade;
alter table wms_owner_dc add constraint wms_owner_dc_dc_id_fkey foreign key (tenant_id, dc_id) references sys_org (tenant_id, id);
alter table wms_vendor_owner add constraint wms_vendor_owner_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id) on delete cascade;
alter table wms_vendor_owner add constraint wms_vendor_owner_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_product_category add constraint wms_product_category_upper_id_fkey foreign key (tenant_id, upper_id) references wms_product_category (tenant_id, id);
alter table wms_product_category add constraint wms_product_category_storage_scheme_id_fkey foreign key (tenant_id, storage_scheme_id) references wms_product_storage_scheme (tenant_id, id);
alter table wms_area add constraint wms_area_upper_id_fkey foreign key (tenant_id, upper_id) references wms_area (tenant_id, id);
alter table wms_storage_area add constraint wms_storage_area_area_id_fkey foreign key (tenant_id, area_id) references wms_area (tenant_id, id);
alter table wms_storage_area_owner add constraint wms_storage_area_owner_storage_area_id_fkey foreign key (tenant_id, storage_area_id) references wms_storage_area (tenant_id, id) on delete cascade;
alter table wms_storage_area_owner add constraint wms_storage_area_owner_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_storage_area_type add constraint wms_storage_area_type_storage_area_id_fkey foreign key (tenant_id, storage_area_id) references wms_storage_area (tenant_id, id) on delete cascade;
alter table wms_storage_area_type add constraint wms_storage_area_type_bin_type_id_fkey foreign key (tenant_id, bin_type_id) references wms_bin_type (tenant_id, id);
alter table wms_pick_area add constraint wms_pick_area_area_id_fkey foreign key (tenant_id, area_id) references wms_area (tenant_id, id);
alter table wms_pick_area add constraint wms_pick_area_sowing_scheme_id_fkey foreign key (tenant_id, sowing_scheme_id) references wms_sowing_scheme (tenant_id, id);
alter table wms_pick_area add constraint wms_pick_area_container_type_id_fkey foreign key (tenant_id, container_type_id) references wms_container_type (tenant_id, id);
alter table wms_pick_area add constraint wms_pick_area_rpl_transit_id_fkey foreign key (tenant_id, rpl_transit_id) references wms_bin (tenant_id, id);
alter table wms_bin add constraint wms_bin_area_id_fkey foreign key (tenant_id, area_id) references wms_area (tenant_id, id);
alter table wms_bin add constraint wms_bin_storage_area_id_fkey foreign key (tenant_id, storage_area_id) references wms_storage_area (tenant_id, id);
alter table wms_bin add constraint wms_bin_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_bin add constraint wms_bin_bin_type_id_fkey foreign key (tenant_id, bin_type_id) references wms_bin_type (tenant_id, id);
alter table wms_bin add constraint wms_bin_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_dock add constraint wms_dock_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_product_storage_scheme add constraint wms_product_storage_scheme_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_product_storage_scheme add constraint wms_product_storage_scheme_category_id_fkey foreign key (tenant_id, category_id) references wms_product_category (tenant_id, id);
alter table wms_product_storage_scheme add constraint wms_product_storage_scheme_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_put_away_rule add constraint wms_put_away_rule_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_product_storage_scheme (tenant_id, id) on delete cascade;
alter table wms_turnover_rule add constraint wms_turnover_rule_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_product_storage_scheme (tenant_id, id) on delete cascade;
alter table wms_turnover_rule add constraint wms_turnover_rule_area_id_fkey foreign key (tenant_id, area_id) references wms_area (tenant_id, id);
alter table wms_product_bin add constraint wms_product_bin_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_product_bin add constraint wms_product_bin_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_stock_type_scheme add constraint wms_stock_type_scheme_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock_type add constraint wms_stock_type_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_stock_type_scheme (tenant_id, id) on delete cascade;
alter table wms_stock_type_rule add constraint wms_stock_type_rule_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_stock_type_scheme (tenant_id, id) on delete cascade;
alter table wms_bin_capacity add constraint wms_bin_capacity_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_bin_capacity add constraint wms_bin_capacity_bin_type_id_fkey foreign key (tenant_id, bin_type_id) references wms_bin_type (tenant_id, id);
alter table wms_bin_capacity add constraint wms_bin_capacity_storage_area_id_fkey foreign key (tenant_id, storage_area_id) references wms_storage_area (tenant_id, id);
alter table wms_bin_capacity add constraint wms_bin_capacity_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_bin_capacity add constraint wms_bin_capacity_category_id_fkey foreign key (tenant_id, category_id) references wms_product_category (tenant_id, id);
alter table wms_sow_position add constraint wms_sow_position_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_sowing_scheme (tenant_id, id) on delete cascade;
alter table wms_sow_position add constraint wms_sow_position_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_sow_position add constraint wms_sow_position_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_collect_row add constraint wms_collect_row_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_collect_bin_scheme (tenant_id, id) on delete cascade;
alter table wms_collect_row add constraint wms_collect_row_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_collect_row add constraint wms_collect_row_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_quality_scheme add constraint wms_quality_scheme_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_quality_scheme add constraint wms_quality_scheme_category_id_fkey foreign key (tenant_id, category_id) references wms_product_category (tenant_id, id);
alter table wms_quality_scheme add constraint wms_quality_scheme_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table wms_quality_scheme add constraint wms_quality_scheme_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_quality_scheme add constraint wms_quality_scheme_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_quality_sample add constraint wms_quality_sample_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_quality_scheme (tenant_id, id) on delete cascade;
alter table wms_quality_item add constraint wms_quality_item_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_quality_scheme (tenant_id, id) on delete cascade;
alter table wms_container add constraint wms_container_type_id_fkey foreign key (tenant_id, type_id) references wms_container_type (tenant_id, id);
alter table wms_container add constraint wms_container_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_container add constraint wms_container_parent_id_fkey foreign key (tenant_id, parent_id) references wms_container (tenant_id, id);
alter table wms_container add constraint wms_container_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_task_rule add constraint wms_task_rule_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_task_config (tenant_id, id) on delete cascade;
alter table wms_task_rule add constraint wms_task_rule_label_template_id_fkey foreign key (tenant_id, label_template_id) references sys_print_template (tenant_id, id);
alter table wms_check_rule add constraint wms_check_rule_scheme_id_fkey foreign key (tenant_id, scheme_id) references wms_task_config (tenant_id, id) on delete cascade;
alter table wms_worker add constraint wms_worker_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
alter table wms_worker_skill add constraint wms_worker_skill_worker_id_fkey foreign key (tenant_id, worker_id) references wms_worker (tenant_id, id) on delete cascade;
alter table wms_task add constraint wms_task_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_task add constraint wms_task_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_task add constraint wms_task_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table wms_task add constraint wms_task_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_task add constraint wms_task_dock_id_fkey foreign key (tenant_id, dock_id) references wms_dock (tenant_id, id);
alter table wms_task add constraint wms_task_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_task add constraint wms_task_assignee_id_fkey foreign key (tenant_id, assignee_id) references sys_user (tenant_id, id);
alter table wms_task add constraint wms_task_not_by_id_fkey foreign key (tenant_id, not_by_id) references sys_user (tenant_id, id);
alter table wms_order_bill add constraint wms_order_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_order_bill add constraint wms_order_bill_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table wms_order_bill add constraint wms_order_bill_dock_id_fkey foreign key (tenant_id, dock_id) references wms_dock (tenant_id, id);
alter table wms_order_bill_line add constraint wms_order_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_order_bill (tenant_id, id) on delete cascade;
alter table wms_order_bill_line add constraint wms_order_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_order_bill_line add constraint wms_order_bill_line_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_operate_bill add constraint wms_operate_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_operate_bill add constraint wms_operate_bill_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_operate_bill_line add constraint wms_operate_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_operate_bill (tenant_id, id) on delete cascade;
alter table wms_operate_bill_line add constraint wms_operate_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_operate_bill_line add constraint wms_operate_bill_line_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_auto_run add constraint wms_auto_run_rule_id_fkey foreign key (tenant_id, rule_id) references wms_auto_rule (tenant_id, id);
alter table wms_ship_bill add constraint wms_ship_bill_dock_id_fkey foreign key (tenant_id, dock_id) references wms_dock (tenant_id, id);
alter table wms_ship_bill add constraint wms_ship_bill_truck_bin_id_fkey foreign key (tenant_id, truck_bin_id) references wms_bin (tenant_id, id);
alter table wms_ship_stop add constraint wms_ship_stop_bill_id_fkey foreign key (tenant_id, bill_id) references wms_ship_bill (tenant_id, id) on delete cascade;
alter table wms_ship_stop add constraint wms_ship_stop_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_type_change_bill add constraint wms_type_change_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_type_change_bill (tenant_id, id) on delete cascade;
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_to_bin_id_fkey foreign key (tenant_id, to_bin_id) references wms_bin (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_type_change_bill_line add constraint wms_type_change_bill_line_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_attr_change_bill add constraint wms_attr_change_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_attr_change_bill (tenant_id, id) on delete cascade;
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_new_vendor_id_fkey foreign key (tenant_id, new_vendor_id) references wms_vendor (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_attr_change_bill_line add constraint wms_attr_change_bill_line_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_pick_bin_bill add constraint wms_pick_bin_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_pick_bin_bill_line add constraint wms_pick_bin_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_pick_bin_bill (tenant_id, id) on delete cascade;
alter table wms_pick_bin_bill_line add constraint wms_pick_bin_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_pick_bin_bill_line add constraint wms_pick_bin_bill_line_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_pick_bin_bill_line add constraint wms_pick_bin_bill_line_to_bin_id_fkey foreign key (tenant_id, to_bin_id) references wms_bin (tenant_id, id);
alter table wms_pick_bin_bill_line add constraint wms_pick_bin_bill_line_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_pre_rpl_bill add constraint wms_pre_rpl_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_pre_rpl_bill add constraint wms_pre_rpl_bill_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_pre_rpl_bill_line add constraint wms_pre_rpl_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_pre_rpl_bill (tenant_id, id) on delete cascade;
alter table wms_pre_rpl_bill_line add constraint wms_pre_rpl_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_pre_rpl_bill_line add constraint wms_pre_rpl_bill_line_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_pick_label add constraint wms_pick_label_from_bin_id_fkey foreign key (tenant_id, from_bin_id) references wms_bin (tenant_id, id);
alter table wms_pick_container add constraint wms_pick_container_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_stock_take_bill add constraint wms_stock_take_bill_area_id_fkey foreign key (tenant_id, area_id) references wms_area (tenant_id, id);
alter table wms_stock_take_bill add constraint wms_stock_take_bill_storage_area_id_fkey foreign key (tenant_id, storage_area_id) references wms_storage_area (tenant_id, id);
alter table wms_stock_take_bill add constraint wms_stock_take_bill_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_stock_take_bill add constraint wms_stock_take_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock_take_bill add constraint wms_stock_take_bill_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_quality_bill add constraint wms_quality_bill_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_quality_bill add constraint wms_quality_bill_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table wms_quality_bill add constraint wms_quality_bill_order_id_fkey foreign key (tenant_id, order_id) references wms_order_bill (tenant_id, id);
alter table wms_quality_bill_line add constraint wms_quality_bill_line_bill_id_fkey foreign key (tenant_id, bill_id) references wms_quality_bill (tenant_id, id) on delete cascade;
alter table wms_quality_bill_line add constraint wms_quality_bill_line_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_quality_bill_line add constraint wms_quality_bill_line_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_quality_bill_line add constraint wms_quality_bill_line_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_quality_bill_line add constraint wms_quality_bill_line_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_quality_bill_line add constraint wms_quality_bill_line_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_quality_result add constraint wms_quality_result_bill_id_fkey foreign key (tenant_id, bill_id) references wms_quality_bill (tenant_id, id) on delete cascade;
alter table wms_lot add constraint wms_lot_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_lot add constraint wms_lot_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_lot add constraint wms_lot_vendor_id_fkey foreign key (tenant_id, vendor_id) references wms_vendor (tenant_id, id);
alter table wms_lot_alarm add constraint wms_lot_alarm_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_stock add constraint wms_stock_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock add constraint wms_stock_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_stock add constraint wms_stock_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_stock add constraint wms_stock_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_stock add constraint wms_stock_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_stock add constraint wms_stock_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_reservation add constraint wms_reservation_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_reservation add constraint wms_reservation_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_reservation add constraint wms_reservation_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_reservation add constraint wms_reservation_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_bin_claim add constraint wms_bin_claim_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_bin_claim add constraint wms_bin_claim_task_line_id_fkey foreign key (tenant_id, task_line_id) references wms_task_line (tenant_id, id);
alter table wms_bin_claim add constraint wms_bin_claim_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_bin_claim add constraint wms_bin_claim_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_bin_claim add constraint wms_bin_claim_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_task_line add constraint wms_task_line_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_bill_id_fkey foreign key (tenant_id, bill_id) references wms_operate_bill (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_pick_diff add constraint wms_pick_diff_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_bill_link add constraint wms_bill_link_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock_take_bin add constraint wms_stock_take_bin_take_id_fkey foreign key (tenant_id, take_id) references wms_stock_take_bill (tenant_id, id);
alter table wms_stock_take_bin add constraint wms_stock_take_bin_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_stock_take_bin add constraint wms_stock_take_bin_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock_take_bin add constraint wms_stock_take_bin_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_take_id_fkey foreign key (tenant_id, take_id) references wms_stock_take_bill (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_take_bin_id_fkey foreign key (tenant_id, take_bin_id) references wms_stock_take_bin (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_lot_id_fkey foreign key (tenant_id, lot_id) references wms_lot (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_bin_id_fkey foreign key (tenant_id, bin_id) references wms_bin (tenant_id, id);
alter table wms_stock_count add constraint wms_stock_count_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_container_check add constraint wms_container_check_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_container_check add constraint wms_container_check_container_id_fkey foreign key (tenant_id, container_id) references wms_container (tenant_id, id);
alter table wms_container_check add constraint wms_container_check_store_id_fkey foreign key (tenant_id, store_id) references wms_store (tenant_id, id);
alter table wms_container_check add constraint wms_container_check_pick_area_id_fkey foreign key (tenant_id, pick_area_id) references wms_pick_area (tenant_id, id);
alter table wms_check_count add constraint wms_check_count_task_id_fkey foreign key (tenant_id, task_id) references wms_task (tenant_id, id);
alter table wms_check_count add constraint wms_check_count_owner_id_fkey foreign key (tenant_id, owner_id) references wms_owner (tenant_id, id);
alter table wms_check_count add constraint wms_check_count_product_id_fkey foreign key (tenant_id, product_id) references mdm_product (tenant_id, id);
alter table wms_check_count add constraint wms_check_count_qpc_id_fkey foreign key (tenant_id, qpc_id) references mdm_product_qpc (tenant_id, id);
alter table wms_pick_container_line add constraint wms_pick_container_line_pick_container_id_fkey foreign key (tenant_id, pick_container_id) references wms_pick_container (tenant_id, id);
alter table wms_worker_day add constraint wms_worker_day_user_id_fkey foreign key (tenant_id, user_id) references sys_user (tenant_id, id);
create index sys_org_upper_org_id_idx on sys_org (tenant_id, upper_org_id);
create index sys_org_path_idx on sys_org (tenant_id, path);
create index sys_user_org_id_idx on sys_user (tenant_id, org_id);
create index sys_user_role_role_id_idx on sys_user_role (tenant_id, role_id);
create index sys_session_user_id_idx on sys_session (tenant_id, user_id);
create index sys_session_working_org_id_idx on sys_session (tenant_id, working_org_id);
create index sys_announcement_org_id_idx on sys_announcement (tenant_id, org_id);
create index sys_job_org_id_idx on sys_job (tenant_id, org_id);
create index sys_open_call_log_x1 on sys_open_call_log (tenant_id, account_id, id);
create index sys_data_collection_org_id_idx on sys_data_collection (tenant_id, org_id);
create index sys_data_interactive_x1 on sys_data_interactive (tenant_id, run_id) where status = 'PENDING';
create index sys_data_interactive_x2 on sys_data_interactive (tenant_id, config_id, document, id) where status = 'PENDING';
create index sys_ws_record_receiver_id_idx on sys_ws_record (tenant_id, receiver_id);
create index sys_ws_record_x1 on sys_ws_record (tenant_id, receiver_id, id) where status in ('PENDING', 'SENT');
create index sys_ws_record_x2 on sys_ws_record (tenant_id, queued_at);
create index sys_audit_log_org_id_idx on sys_audit_log (tenant_id, org_id);
create index sys_audit_log_subject_subject_id_idx on sys_audit_log (tenant_id, subject, subject_id);
create index sys_audit_log_trace_id_idx on sys_audit_log (tenant_id, trace_id);
create index sys_audit_log_username_idx on sys_audit_log (tenant_id, username);
create index sys_audit_log_subject_no_idx on sys_audit_log (tenant_id, subject_no);
create index sys_login_log_x1 on sys_login_log (tenant_id, username, id);
create unique index sys_print_template_x1 on sys_print_template (tenant_id, kind, coalesce(for_org_id, 0), coalesce(for_owner_id, 0)) where is_default;
create index sys_print_log_printer_id_idx on sys_print_log (tenant_id, printer_id);
create index sys_print_log_subject_subject_id_idx on sys_print_log (tenant_id, subject, subject_id);
create index sys_print_batch_printer_id_idx on sys_print_batch (tenant_id, org_id, printer_id);
create index sys_session_token_session_id_idx on sys_session_token (tenant_id, session_id);
create index sys_session_token_x1 on sys_session_token (tenant_id, expires_at);
create index sys_audit_seal_number_idx on sys_audit_seal (tenant_id, number);
create index sys_outbox_x1 on sys_outbox (tenant_id, org_id, not_before, id);
create index sys_due_kind_due_at_idx on sys_due (kind, due_at);
create index sys_job_line_run_id_idx on sys_job_line (tenant_id, run_id);
create index sys_message_user_id_idx on sys_message (tenant_id, user_id);
create index sys_mail_receiver_id_idx on sys_mail (tenant_id, receiver_id);
create index sys_mail_item_mail_id_idx on sys_mail_item (tenant_id, mail_id);
create index sys_mail_item_x1 on sys_mail_item (tenant_id, user_id, id) where mail_id is null;
create index sys_file_content_id_idx on sys_file (tenant_id, content_id);
create index sys_photo_subject_subject_id_idx on sys_photo (tenant_id, org_id, subject, subject_id);
create index sys_sheet_file_x1 on sys_sheet_file (tenant_id, user_id, id);
create index sys_export_record_user_id_idx on sys_export_record (tenant_id, user_id);
create index sys_export_record_state_idx on sys_export_record (tenant_id, state);
create index sys_import_record_file_sum_idx on sys_import_record (tenant_id, file_sum);
create index sys_import_record_state_idx on sys_import_record (tenant_id, state);
create index sys_app_version_record_user_id_idx on sys_app_version_record (tenant_id, user_id);
create index sys_app_version_record_app_name_idx on sys_app_version_record (tenant_id, app_name);
create index sys_open_nonce_x1 on sys_open_nonce (tenant_id, expires_at);
create index sys_open_delivery_x1 on sys_open_delivery (tenant_id, account_id, document, id) where state = 'PENDING';
create index sys_collection_run_config_id_idx on sys_collection_run (tenant_id, config_id);
create index sys_collection_run_config_id_status_idx on sys_collection_run (tenant_id, config_id, status);
create unique index sys_collection_run_x1 on sys_collection_run (tenant_id, config_id) where status = 'RUNNING';
create index sys_tenant_backup_state_idx on sys_tenant_backup (tenant_id, state);
create index mdm_product_category_id_idx on mdm_product (tenant_id, category_id);
create index mdm_product_x1 on mdm_product (tenant_id, image_id) where image_id is not null;
create index mdm_product_barcode_product_id_idx on mdm_product_barcode (tenant_id, product_id);
create index mdm_product_owner_owner_id_idx on mdm_product_owner (tenant_id, owner_id);
create index mdm_product_qpc_x1 on mdm_product_qpc (tenant_id, barcode) where barcode is not null;
create index mdm_product_qpc_x2 on mdm_product_qpc (tenant_id, mid_barcode) where mid_barcode is not null;
create index mdm_product_qpc_x3 on mdm_product_qpc (tenant_id, pallet_barcode) where pallet_barcode is not null;
create index wms_owner_dc_dc_id_idx on wms_owner_dc (tenant_id, dc_id);
create index wms_vendor_owner_owner_id_idx on wms_vendor_owner (tenant_id, owner_id);
create index wms_product_category_upper_id_idx on wms_product_category (tenant_id, upper_id);
create index wms_area_upper_id_idx on wms_area (tenant_id, org_id, upper_id);
create index wms_storage_area_area_id_idx on wms_storage_area (tenant_id, org_id, area_id);
create index wms_pick_area_area_id_idx on wms_pick_area (tenant_id, org_id, area_id);
create index wms_bin_area_id_idx on wms_bin (tenant_id, org_id, area_id);
create index wms_bin_storage_area_id_idx on wms_bin (tenant_id, org_id, storage_area_id);
create index wms_bin_pick_area_id_idx on wms_bin (tenant_id, org_id, pick_area_id);
create index wms_bin_bin_type_id_idx on wms_bin (tenant_id, org_id, bin_type_id);
create index wms_bin_usage_pick_seq_idx on wms_bin (tenant_id, org_id, usage, pick_seq);
create index wms_bin_area_id_aisle_idx on wms_bin (tenant_id, org_id, area_id, aisle);
create index wms_product_storage_scheme_product_id_idx on wms_product_storage_scheme (tenant_id, org_id, product_id);
create index wms_product_storage_scheme_category_id_idx on wms_product_storage_scheme (tenant_id, org_id, category_id);
create index wms_product_storage_scheme_owner_id_idx on wms_product_storage_scheme (tenant_id, org_id, owner_id);
create index wms_product_bin_bin_id_idx on wms_product_bin (tenant_id, org_id, bin_id);
create index wms_stock_type_scheme_owner_id_idx on wms_stock_type_scheme (tenant_id, org_id, owner_id);
create index wms_bin_capacity_bin_id_idx on wms_bin_capacity (tenant_id, org_id, bin_id);
create index wms_bin_capacity_bin_type_id_idx on wms_bin_capacity (tenant_id, org_id, bin_type_id);
create index wms_bin_capacity_storage_area_id_idx on wms_bin_capacity (tenant_id, org_id, storage_area_id);
create index wms_bin_capacity_product_id_idx on wms_bin_capacity (tenant_id, org_id, product_id);
create index wms_bin_capacity_category_id_idx on wms_bin_capacity (tenant_id, org_id, category_id);
create index wms_quality_scheme_product_id_idx on wms_quality_scheme (tenant_id, org_id, product_id);
create index wms_quality_scheme_category_id_idx on wms_quality_scheme (tenant_id, org_id, category_id);
create index wms_quality_scheme_vendor_id_idx on wms_quality_scheme (tenant_id, org_id, vendor_id);
create index wms_quality_scheme_owner_id_idx on wms_quality_scheme (tenant_id, org_id, owner_id);
create index wms_container_type_id_idx on wms_container (tenant_id, org_id, type_id);
create index wms_container_bin_id_idx on wms_container (tenant_id, org_id, bin_id);
create index wms_container_store_id_idx on wms_container (tenant_id, org_id, store_id);
create index wms_container_parent_id_idx on wms_container (tenant_id, org_id, parent_id);
create index wms_task_bill_id_idx on wms_task (tenant_id, org_id, bill_id);
create index wms_task_owner_id_idx on wms_task (tenant_id, org_id, owner_id);
create index wms_task_store_id_idx on wms_task (tenant_id, org_id, store_id);
create index wms_task_vendor_id_idx on wms_task (tenant_id, org_id, vendor_id);
create index wms_task_pick_area_id_idx on wms_task (tenant_id, org_id, pick_area_id);
create index wms_task_assignee_id_idx on wms_task (tenant_id, org_id, assignee_id);
create index wms_task_x1 on wms_task (tenant_id, org_id, task_type, priority, due_at, id) where state = 'READY';
create index wms_task_x2 on wms_task (tenant_id, org_id, queue, priority, due_at, id) where state = 'READY';
create index wms_task_x3 on wms_task (tenant_id, org_id, assignee_id) where state in ('ASSIGNED', 'RUNNING');
create index wms_task_x4 on wms_task (tenant_id, org_id, assignee_id, finished_at) where state = 'DONE';
create index wms_task_x5 on wms_task (tenant_id, org_id, task_type, state) where state not in ('DONE', 'CANCELED');
create index wms_order_bill_owner_id_idx on wms_order_bill (tenant_id, org_id, owner_id);
create index wms_order_bill_vendor_id_idx on wms_order_bill (tenant_id, org_id, vendor_id);
create index wms_order_bill_state_biz_date_idx on wms_order_bill (tenant_id, org_id, state, biz_date);
create index wms_operate_bill_owner_id_idx on wms_operate_bill (tenant_id, org_id, owner_id);
create index wms_operate_bill_store_id_idx on wms_operate_bill (tenant_id, org_id, store_id);
create index wms_operate_bill_wave_id_idx on wms_operate_bill (tenant_id, org_id, wave_id);
create index wms_operate_bill_ship_bill_id_idx on wms_operate_bill (tenant_id, org_id, ship_bill_id);
create index wms_operate_bill_state_biz_date_idx on wms_operate_bill (tenant_id, org_id, state, biz_date);
create index wms_wave_bill_state_biz_date_idx on wms_wave_bill (tenant_id, org_id, state, biz_date);
create index wms_auto_rule_next_at_idx on wms_auto_rule (tenant_id, org_id, next_at);
create index wms_auto_run_rule_id_idx on wms_auto_run (tenant_id, org_id, rule_id);
create index wms_ship_bill_state_biz_date_idx on wms_ship_bill (tenant_id, org_id, state, biz_date);
create index wms_ship_bill_x1 on wms_ship_bill (tenant_id, org_id, truck_bin_id) where truck_bin_id is not null;
create index wms_type_change_bill_owner_id_idx on wms_type_change_bill (tenant_id, org_id, owner_id);
create index wms_type_change_bill_state_biz_date_idx on wms_type_change_bill (tenant_id, org_id, state, biz_date);
create index wms_attr_change_bill_owner_id_idx on wms_attr_change_bill (tenant_id, org_id, owner_id);
create index wms_attr_change_bill_state_biz_date_idx on wms_attr_change_bill (tenant_id, org_id, state, biz_date);
create index wms_pick_bin_bill_owner_id_idx on wms_pick_bin_bill (tenant_id, org_id, owner_id);
create index wms_pick_bin_bill_state_biz_date_idx on wms_pick_bin_bill (tenant_id, org_id, state, biz_date);
create index wms_pre_rpl_bill_owner_id_idx on wms_pre_rpl_bill (tenant_id, org_id, owner_id);
create index wms_pre_rpl_bill_pick_area_id_idx on wms_pre_rpl_bill (tenant_id, org_id, pick_area_id);
create index wms_pre_rpl_bill_state_biz_date_idx on wms_pre_rpl_bill (tenant_id, org_id, state, biz_date);
create index wms_pick_label_task_id_idx on wms_pick_label (tenant_id, org_id, task_id);
create index wms_pick_label_wave_id_idx on wms_pick_label (tenant_id, org_id, wave_id);
create index wms_pick_label_pick_area_id_idx on wms_pick_label (tenant_id, org_id, pick_area_id);
create index wms_pick_label_owner_id_idx on wms_pick_label (tenant_id, org_id, owner_id);
create index wms_pick_label_store_id_idx on wms_pick_label (tenant_id, org_id, store_id);
create index wms_pick_label_product_id_idx on wms_pick_label (tenant_id, org_id, product_id);
create index wms_pick_label_from_bin_id_idx on wms_pick_label (tenant_id, org_id, from_bin_id);
create index wms_pick_label_obtained_by_idx on wms_pick_label (tenant_id, org_id, obtained_by);
create index wms_pick_label_task_line_id_idx on wms_pick_label (tenant_id, org_id, task_line_id);
create index wms_pick_container_task_id_idx on wms_pick_container (tenant_id, org_id, task_id);
create index wms_pick_container_store_id_idx on wms_pick_container (tenant_id, org_id, store_id);
create index wms_pick_container_wave_id_idx on wms_pick_container (tenant_id, org_id, wave_id);
create index wms_pick_container_pick_area_id_idx on wms_pick_container (tenant_id, org_id, pick_area_id);
create index wms_pick_container_container_id_idx on wms_pick_container (tenant_id, org_id, container_id);
create index wms_pick_container_code_idx on wms_pick_container (tenant_id, org_id, code);
create index wms_stock_take_bill_area_id_idx on wms_stock_take_bill (tenant_id, org_id, area_id);
create index wms_stock_take_bill_owner_id_idx on wms_stock_take_bill (tenant_id, org_id, owner_id);
create index wms_stock_take_bill_product_id_idx on wms_stock_take_bill (tenant_id, org_id, product_id);
create index wms_stock_take_bill_state_biz_date_idx on wms_stock_take_bill (tenant_id, org_id, state, biz_date);
create index wms_quality_bill_owner_id_idx on wms_quality_bill (tenant_id, org_id, owner_id);
create index wms_quality_bill_vendor_id_idx on wms_quality_bill (tenant_id, org_id, vendor_id);
create index wms_quality_bill_order_id_idx on wms_quality_bill (tenant_id, org_id, order_id);
create index wms_quality_bill_inspector_id_idx on wms_quality_bill (tenant_id, org_id, inspector_id);
create index wms_quality_bill_state_biz_date_idx on wms_quality_bill (tenant_id, org_id, state, biz_date);
create index wms_quality_bill_task_id_idx on wms_quality_bill (tenant_id, org_id, task_id);
create index wms_lot_product_id_idx on wms_lot (tenant_id, org_id, product_id);
create index wms_stock_owner_id_idx on wms_stock (tenant_id, org_id, owner_id);
create index wms_stock_product_id_idx on wms_stock (tenant_id, org_id, product_id);
create index wms_stock_qpc_id_idx on wms_stock (tenant_id, org_id, qpc_id);
create index wms_stock_lot_id_idx on wms_stock (tenant_id, org_id, lot_id);
create index wms_stock_container_id_idx on wms_stock (tenant_id, org_id, container_id);
create index wms_posting_x1 on wms_posting (tenant_id, org_id, task_line_id) where task_line_id is not null;
create index wms_posting_x2 on wms_posting (tenant_id, org_id, source_id) where biz_type = 'SHIP';
create index wms_ledger_owner_id_idx on wms_ledger (tenant_id, org_id, owner_id);
create index wms_ledger_container_id_idx on wms_ledger (tenant_id, org_id, container_id);
create index wms_ledger_posting_id_idx on wms_ledger (tenant_id, org_id, posting_id);
create index wms_ledger_x1 on wms_ledger (tenant_id, org_id, product_id, id);
create index wms_ledger_x2 on wms_ledger (tenant_id, org_id, bin_id, product_id, lot_id, container_id);
create index wms_ledger_x3 on wms_ledger (tenant_id, org_id, bin_id, id);
create index wms_ledger_x4 on wms_ledger (tenant_id, org_id, lot_id, id);
create index wms_ledger_opening_x1 on wms_ledger_opening (tenant_id, org_id, month, bin_id);
create index wms_ledger_opening_x2 on wms_ledger_opening (tenant_id, org_id, month, lot_id);
create index wms_ledger_month_month_idx on wms_ledger_month (tenant_id, org_id, month);
create index wms_reservation_demand_line_id_idx on wms_reservation (tenant_id, org_id, demand_line_id);
create index wms_reservation_owner_id_idx on wms_reservation (tenant_id, org_id, owner_id);
create index wms_reservation_product_id_idx on wms_reservation (tenant_id, org_id, product_id);
create index wms_reservation_bin_id_idx on wms_reservation (tenant_id, org_id, bin_id);
create index wms_reservation_x1 on wms_reservation (tenant_id, org_id, stock_id);
create index wms_reservation_x2 on wms_reservation (tenant_id, org_id, task_line_id);
create index wms_reservation_x3 on wms_reservation (tenant_id, org_id, bin_id, product_id) where state = 'PENDING';
create index wms_promise_move_posting_id_idx on wms_promise_move (tenant_id, org_id, posting_id);
create index wms_bin_claim_bin_id_idx on wms_bin_claim (tenant_id, org_id, bin_id);
create index wms_bin_claim_x1 on wms_bin_claim (tenant_id, org_id, bin_id) where state = 'ACTIVE';
create index wms_task_line_owner_id_idx on wms_task_line (tenant_id, org_id, owner_id);
create index wms_task_line_product_id_idx on wms_task_line (tenant_id, org_id, product_id);
create index wms_task_line_x1 on wms_task_line (tenant_id, org_id, bill_line_id);
create index wms_task_line_x2 on wms_task_line (tenant_id, org_id, from_bin_id) where state in ('OPEN', 'INHAND');
create index wms_task_line_x3 on wms_task_line (tenant_id, org_id, to_bin_id) where state in ('OPEN', 'INHAND');
create index wms_task_line_x4 on wms_task_line (tenant_id, org_id, origin_id) where origin_id is not null;
create index wms_task_log_task_id_idx on wms_task_log (tenant_id, org_id, task_id);
create index wms_pick_diff_task_id_idx on wms_pick_diff (tenant_id, org_id, task_id);
create index wms_pick_diff_bill_id_idx on wms_pick_diff (tenant_id, org_id, bill_id);
create index wms_pick_diff_store_id_idx on wms_pick_diff (tenant_id, org_id, store_id);
create index wms_pick_diff_owner_id_idx on wms_pick_diff (tenant_id, org_id, owner_id);
create index wms_pick_diff_product_id_idx on wms_pick_diff (tenant_id, org_id, product_id);
create index wms_pick_diff_bin_id_idx on wms_pick_diff (tenant_id, org_id, bin_id);
create index wms_pick_diff_x1 on wms_pick_diff (tenant_id, org_id, bill_line_id) where state = 'OPEN';
create index wms_bill_link_from_bill_id_idx on wms_bill_link (tenant_id, org_id, from_bill_id);
create index wms_bill_link_to_bill_id_idx on wms_bill_link (tenant_id, org_id, to_bill_id);
create index wms_stock_take_bin_bin_id_idx on wms_stock_take_bin (tenant_id, org_id, bin_id);
create index wms_stock_take_bin_bin_id_state_idx on wms_stock_take_bin (tenant_id, org_id, bin_id, state);
create index wms_stock_take_bin_task_line_id_idx on wms_stock_take_bin (tenant_id, org_id, task_line_id);
create index wms_stock_count_take_id_idx on wms_stock_count (tenant_id, org_id, take_id);
create index wms_stock_count_owner_id_idx on wms_stock_count (tenant_id, org_id, owner_id);
create index wms_stock_count_product_id_idx on wms_stock_count (tenant_id, org_id, product_id);
create index wms_stock_count_bin_id_idx on wms_stock_count (tenant_id, org_id, bin_id);
create index wms_stock_count_take_bin_id_idx on wms_stock_count (tenant_id, org_id, take_bin_id);
create index wms_stock_count_take_id_round_idx on wms_stock_count (tenant_id, org_id, take_id, round);
create index wms_container_check_container_id_idx on wms_container_check (tenant_id, org_id, container_id);
create index wms_container_check_container_id_state_idx on wms_container_check (tenant_id, org_id, container_id, state);
create index wms_container_check_task_line_id_idx on wms_container_check (tenant_id, org_id, task_line_id);
create index wms_check_count_task_id_idx on wms_check_count (tenant_id, org_id, task_id);
create index wms_check_count_owner_id_idx on wms_check_count (tenant_id, org_id, owner_id);
create index wms_check_count_product_id_idx on wms_check_count (tenant_id, org_id, product_id);
create index wms_check_count_check_id_idx on wms_check_count (tenant_id, org_id, check_id);
create index wms_pick_container_line_task_line_id_idx on wms_pick_container_line (tenant_id, org_id, task_line_id);
alter table sys_org enable row level security;
alter table sys_org force row level security;
create policy tenant on sys_org using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_org to lading_app;
alter table sys_user enable row level security;
alter table sys_user force row level security;
create policy tenant on sys_user using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_user to lading_app;
alter table sys_user_org enable row level security;
alter table sys_user_org force row level security;
create policy tenant on sys_user_org using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_user_org to lading_app;
alter table sys_user_role enable row level security;
alter table sys_user_role force row level security;
create policy tenant on sys_user_role using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_user_role to lading_app;
alter table sys_user_owner enable row level security;
alter table sys_user_owner force row level security;
create policy tenant on sys_user_owner using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_user_owner to lading_app;
alter table sys_role enable row level security;
alter table sys_role force row level security;
create policy tenant on sys_role using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_role to lading_app;
alter table sys_session enable row level security;
alter table sys_session force row level security;
create policy tenant on sys_session using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_session to lading_app;
alter table sys_option enable row level security;
alter table sys_option force row level security;
create policy tenant on sys_option using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_option to lading_app;
alter table sys_platform_option enable row level security;
create policy seen on sys_platform_option for select using (true);
create policy written on sys_platform_option using (exists (select 1 from sys_org o where o.type = 'PLAT')) with check (exists (select 1 from sys_org o where o.type = 'PLAT'));
grant select, insert, update, delete on sys_platform_option to lading_app;
alter table sys_dic_info enable row level security;
alter table sys_dic_info force row level security;
create policy tenant on sys_dic_info using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_dic_info to lading_app;
alter table sys_announcement enable row level security;
alter table sys_announcement force row level security;
create policy tenant on sys_announcement using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_announcement to lading_app;
alter table sys_job enable row level security;
alter table sys_job force row level security;
create policy tenant on sys_job using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_job to lading_app;
alter table sys_open_account enable row level security;
alter table sys_open_account force row level security;
create policy tenant on sys_open_account using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_open_account to lading_app;
alter table sys_open_call_log enable row level security;
alter table sys_open_call_log force row level security;
create policy tenant on sys_open_call_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_open_call_log to lading_app;
alter table sys_data_collection enable row level security;
alter table sys_data_collection force row level security;
create policy tenant on sys_data_collection using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_data_collection to lading_app;
alter table sys_collection_mapping enable row level security;
alter table sys_collection_mapping force row level security;
create policy tenant on sys_collection_mapping using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_collection_mapping to lading_app;
alter table sys_data_interactive enable row level security;
alter table sys_data_interactive force row level security;
create policy tenant on sys_data_interactive using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_data_interactive to lading_app;
alter table sys_app_version enable row level security;
alter table sys_app_version force row level security;
create policy tenant on sys_app_version using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_app_version to lading_app;
alter table sys_message_force enable row level security;
alter table sys_message_force force row level security;
create policy tenant on sys_message_force using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message_force to lading_app;
alter table sys_ws_record enable row level security;
alter table sys_ws_record force row level security;
create policy tenant on sys_ws_record using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_ws_record to lading_app;
alter table sys_export_definition enable row level security;
alter table sys_export_definition force row level security;
create policy tenant on sys_export_definition using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_export_definition to lading_app;
alter table sys_import_template enable row level security;
alter table sys_import_template force row level security;
create policy tenant on sys_import_template using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_import_template to lading_app;
alter table sys_audit_log enable row level security;
alter table sys_audit_log force row level security;
create policy tenant on sys_audit_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on sys_audit_log to lading_app;
alter table sys_login_log enable row level security;
alter table sys_login_log force row level security;
create policy tenant on sys_login_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on sys_login_log to lading_app;
alter table sys_number_rule enable row level security;
alter table sys_number_rule force row level security;
create policy tenant on sys_number_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_number_rule to lading_app;
alter table sys_print_template enable row level security;
alter table sys_print_template force row level security;
create policy tenant on sys_print_template using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_print_template to lading_app;
alter table sys_printer enable row level security;
alter table sys_printer force row level security;
create policy tenant on sys_printer using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_printer as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_printer to lading_app;
alter table sys_print_log enable row level security;
alter table sys_print_log force row level security;
create policy tenant on sys_print_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on sys_print_log to lading_app;
alter table sys_print_template_revision enable row level security;
alter table sys_print_template_revision force row level security;
create policy tenant on sys_print_template_revision using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_print_template_revision to lading_app;
alter table sys_print_batch enable row level security;
alter table sys_print_batch force row level security;
create policy tenant on sys_print_batch using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_print_batch as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_print_batch to lading_app;
alter table sys_print_batch_part enable row level security;
alter table sys_print_batch_part force row level security;
create policy tenant on sys_print_batch_part using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_print_batch_part as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_print_batch_part to lading_app;
grant select on sys_tenant to lading_app;
alter table sys_role_permission enable row level security;
alter table sys_role_permission force row level security;
create policy tenant on sys_role_permission using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_role_permission to lading_app;
alter table sys_session_token enable row level security;
alter table sys_session_token force row level security;
create policy tenant on sys_session_token using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_session_token to lading_app;
alter table sys_second_factor enable row level security;
alter table sys_second_factor force row level security;
create policy tenant on sys_second_factor using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_second_factor to lading_app;
alter table sys_pin enable row level security;
alter table sys_pin force row level security;
create policy tenant on sys_pin using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_pin to lading_app;
alter table sys_override enable row level security;
alter table sys_override force row level security;
create policy tenant on sys_override using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_override to lading_app;
alter table sys_recovery_code enable row level security;
alter table sys_recovery_code force row level security;
create policy tenant on sys_recovery_code using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_recovery_code to lading_app;
alter table sys_permission_version enable row level security;
alter table sys_permission_version force row level security;
create policy tenant on sys_permission_version using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_permission_version to lading_app;
alter table sys_login_throttle enable row level security;
alter table sys_login_throttle force row level security;
create policy tenant on sys_login_throttle using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_login_throttle to lading_app;
alter table sys_audit_seal enable row level security;
alter table sys_audit_seal force row level security;
create policy tenant on sys_audit_seal using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on sys_audit_seal to lading_app;
alter table sys_announcement_read enable row level security;
alter table sys_announcement_read force row level security;
create policy tenant on sys_announcement_read using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_announcement_read to lading_app;
alter table sys_idempotency enable row level security;
alter table sys_idempotency force row level security;
create policy tenant on sys_idempotency using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_idempotency to lading_app;
alter table sys_number enable row level security;
alter table sys_number force row level security;
create policy tenant on sys_number using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_number as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_number to lading_app;
alter table sys_outbox enable row level security;
alter table sys_outbox force row level security;
create policy tenant on sys_outbox using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_outbox as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_outbox to lading_app;
grant select, insert, update, delete on sys_due to lading_app;
alter table sys_job_run enable row level security;
alter table sys_job_run force row level security;
create policy tenant on sys_job_run using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_job_run to lading_app;
alter table sys_job_line enable row level security;
alter table sys_job_line force row level security;
create policy tenant on sys_job_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_job_line to lading_app;
alter table sys_dic_type enable row level security;
alter table sys_dic_type force row level security;
create policy tenant on sys_dic_type using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_dic_type to lading_app;
alter table sys_dic_org_info enable row level security;
alter table sys_dic_org_info force row level security;
create policy tenant on sys_dic_org_info using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_dic_org_info to lading_app;
alter table sys_user_preference enable row level security;
alter table sys_user_preference force row level security;
create policy tenant on sys_user_preference using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_user_preference to lading_app;
alter table sys_list_view enable row level security;
alter table sys_list_view force row level security;
create policy tenant on sys_list_view using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_list_view to lading_app;
alter table sys_list_default enable row level security;
alter table sys_list_default force row level security;
create policy tenant on sys_list_default using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_list_default to lading_app;
alter table sys_message_subscription enable row level security;
alter table sys_message_subscription force row level security;
create policy tenant on sys_message_subscription using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message_subscription to lading_app;
alter table sys_message_quiet enable row level security;
alter table sys_message_quiet force row level security;
create policy tenant on sys_message_quiet using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message_quiet to lading_app;
alter table sys_message enable row level security;
alter table sys_message force row level security;
create policy tenant on sys_message using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message to lading_app;
alter table sys_message_template enable row level security;
alter table sys_message_template force row level security;
create policy tenant on sys_message_template using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message_template to lading_app;
alter table sys_message_robot enable row level security;
alter table sys_message_robot force row level security;
create policy tenant on sys_message_robot using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_message_robot to lading_app;
alter table sys_robot_delivery enable row level security;
alter table sys_robot_delivery force row level security;
create policy tenant on sys_robot_delivery using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_robot_delivery to lading_app;
alter table sys_mail enable row level security;
alter table sys_mail force row level security;
create policy tenant on sys_mail using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_mail to lading_app;
alter table sys_mail_item enable row level security;
alter table sys_mail_item force row level security;
create policy tenant on sys_mail_item using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_mail_item to lading_app;
alter table sys_email_proof enable row level security;
alter table sys_email_proof force row level security;
create policy tenant on sys_email_proof using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_email_proof to lading_app;
alter table sys_platform_mail enable row level security;
create policy seen on sys_platform_mail for select using (true);
create policy written on sys_platform_mail using (exists (select 1 from sys_org o where o.type = 'PLAT')) with check (exists (select 1 from sys_org o where o.type = 'PLAT'));
grant select, insert, update, delete on sys_platform_mail to lading_app;
alter table sys_mail_usage enable row level security;
create policy seen on sys_mail_usage for select using (tenant = nullif(current_setting('app.tenant_id', true), '')::bigint or exists (select 1 from sys_org o where o.type = 'PLAT'));
create policy written on sys_mail_usage using (tenant = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_mail_usage to lading_app;
alter table sys_file_content enable row level security;
alter table sys_file_content force row level security;
create policy tenant on sys_file_content using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_file_content to lading_app;
alter table sys_file enable row level security;
alter table sys_file force row level security;
create policy tenant on sys_file using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_file to lading_app;
alter table sys_photo enable row level security;
alter table sys_photo force row level security;
create policy tenant on sys_photo using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on sys_photo as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on sys_photo to lading_app;
alter table sys_brand enable row level security;
alter table sys_brand force row level security;
create policy tenant on sys_brand using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_brand to lading_app;
alter table sys_sheet_file enable row level security;
alter table sys_sheet_file force row level security;
create policy tenant on sys_sheet_file using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_sheet_file to lading_app;
alter table sys_sheet_part enable row level security;
alter table sys_sheet_part force row level security;
create policy tenant on sys_sheet_part using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_sheet_part to lading_app;
alter table sys_file_ticket enable row level security;
alter table sys_file_ticket force row level security;
create policy tenant on sys_file_ticket using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_file_ticket to lading_app;
alter table sys_export_record enable row level security;
alter table sys_export_record force row level security;
create policy tenant on sys_export_record using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_export_record to lading_app;
alter table sys_import_record enable row level security;
alter table sys_import_record force row level security;
create policy tenant on sys_import_record using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_import_record to lading_app;
alter table sys_app enable row level security;
alter table sys_app force row level security;
create policy tenant on sys_app using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_app to lading_app;
alter table sys_app_version_record enable row level security;
alter table sys_app_version_record force row level security;
create policy tenant on sys_app_version_record using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on sys_app_version_record to lading_app;
alter table sys_app_log enable row level security;
alter table sys_app_log force row level security;
create policy tenant on sys_app_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_app_log to lading_app;
alter table sys_open_nonce enable row level security;
alter table sys_open_nonce force row level security;
create policy tenant on sys_open_nonce using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_open_nonce to lading_app;
alter table sys_open_delivery enable row level security;
alter table sys_open_delivery force row level security;
create policy tenant on sys_open_delivery using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_open_delivery to lading_app;
alter table sys_open_usage enable row level security;
alter table sys_open_usage force row level security;
create policy tenant on sys_open_usage using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_open_usage to lading_app;
alter table sys_collection_run enable row level security;
alter table sys_collection_run force row level security;
create policy tenant on sys_collection_run using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_collection_run to lading_app;
alter table sys_scale_reading enable row level security;
alter table sys_scale_reading force row level security;
create policy tenant on sys_scale_reading using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_scale_reading to lading_app;
alter table sys_ws_rate enable row level security;
alter table sys_ws_rate force row level security;
create policy tenant on sys_ws_rate using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_ws_rate to lading_app;
alter table sys_tenant_backup enable row level security;
alter table sys_tenant_backup force row level security;
create policy tenant on sys_tenant_backup using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sys_tenant_backup to lading_app;
alter table mdm_product enable row level security;
alter table mdm_product force row level security;
create policy tenant on mdm_product using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on mdm_product to lading_app;
alter table mdm_product_barcode enable row level security;
alter table mdm_product_barcode force row level security;
create policy tenant on mdm_product_barcode using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on mdm_product_barcode to lading_app;
alter table mdm_product_owner enable row level security;
alter table mdm_product_owner force row level security;
create policy tenant on mdm_product_owner using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on mdm_product_owner to lading_app;
alter table mdm_product_lot_attr enable row level security;
alter table mdm_product_lot_attr force row level security;
create policy tenant on mdm_product_lot_attr using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on mdm_product_lot_attr to lading_app;
alter table mdm_product_qpc enable row level security;
alter table mdm_product_qpc force row level security;
create policy tenant on mdm_product_qpc using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on mdm_product_qpc to lading_app;
alter table wms_owner enable row level security;
alter table wms_owner force row level security;
create policy tenant on wms_owner using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_owner to lading_app;
alter table wms_owner_dc enable row level security;
alter table wms_owner_dc force row level security;
create policy tenant on wms_owner_dc using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_owner_dc to lading_app;
alter table wms_store enable row level security;
alter table wms_store force row level security;
create policy tenant on wms_store using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_store to lading_app;
alter table wms_vendor enable row level security;
alter table wms_vendor force row level security;
create policy tenant on wms_vendor using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_vendor to lading_app;
alter table wms_vendor_owner enable row level security;
alter table wms_vendor_owner force row level security;
create policy tenant on wms_vendor_owner using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_vendor_owner to lading_app;
alter table wms_product_category enable row level security;
alter table wms_product_category force row level security;
create policy tenant on wms_product_category using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_product_category to lading_app;
alter table wms_area enable row level security;
alter table wms_area force row level security;
create policy tenant on wms_area using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_area as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_area to lading_app;
alter table wms_bin_type enable row level security;
alter table wms_bin_type force row level security;
create policy tenant on wms_bin_type using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_bin_type as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_bin_type to lading_app;
alter table wms_storage_area enable row level security;
alter table wms_storage_area force row level security;
create policy tenant on wms_storage_area using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_storage_area as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_storage_area to lading_app;
alter table wms_storage_area_owner enable row level security;
alter table wms_storage_area_owner force row level security;
create policy tenant on wms_storage_area_owner using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_storage_area_owner as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_storage_area_owner to lading_app;
alter table wms_storage_area_type enable row level security;
alter table wms_storage_area_type force row level security;
create policy tenant on wms_storage_area_type using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_storage_area_type as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_storage_area_type to lading_app;
alter table wms_pick_area enable row level security;
alter table wms_pick_area force row level security;
create policy tenant on wms_pick_area using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_area as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_area to lading_app;
alter table wms_bin enable row level security;
alter table wms_bin force row level security;
create policy tenant on wms_bin using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_bin as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_bin to lading_app;
alter table wms_dock enable row level security;
alter table wms_dock force row level security;
create policy tenant on wms_dock using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_dock as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_dock to lading_app;
alter table wms_product_storage_scheme enable row level security;
alter table wms_product_storage_scheme force row level security;
create policy tenant on wms_product_storage_scheme using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_product_storage_scheme as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_product_storage_scheme to lading_app;
alter table wms_put_away_rule enable row level security;
alter table wms_put_away_rule force row level security;
create policy tenant on wms_put_away_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_put_away_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_put_away_rule to lading_app;
alter table wms_turnover_rule enable row level security;
alter table wms_turnover_rule force row level security;
create policy tenant on wms_turnover_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_turnover_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_turnover_rule to lading_app;
alter table wms_product_bin enable row level security;
alter table wms_product_bin force row level security;
create policy tenant on wms_product_bin using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_product_bin as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_product_bin to lading_app;
alter table wms_stock_type_scheme enable row level security;
alter table wms_stock_type_scheme force row level security;
create policy tenant on wms_stock_type_scheme using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_type_scheme as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock_type_scheme to lading_app;
alter table wms_stock_type enable row level security;
alter table wms_stock_type force row level security;
create policy tenant on wms_stock_type using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_type as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock_type to lading_app;
alter table wms_stock_type_rule enable row level security;
alter table wms_stock_type_rule force row level security;
create policy tenant on wms_stock_type_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_type_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock_type_rule to lading_app;
alter table wms_bin_capacity enable row level security;
alter table wms_bin_capacity force row level security;
create policy tenant on wms_bin_capacity using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_bin_capacity as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_bin_capacity to lading_app;
alter table wms_sowing_scheme enable row level security;
alter table wms_sowing_scheme force row level security;
create policy tenant on wms_sowing_scheme using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_sowing_scheme as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_sowing_scheme to lading_app;
alter table wms_sow_position enable row level security;
alter table wms_sow_position force row level security;
create policy tenant on wms_sow_position using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_sow_position as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_sow_position to lading_app;
alter table wms_collect_bin_scheme enable row level security;
alter table wms_collect_bin_scheme force row level security;
create policy tenant on wms_collect_bin_scheme using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_collect_bin_scheme as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_collect_bin_scheme to lading_app;
alter table wms_collect_row enable row level security;
alter table wms_collect_row force row level security;
create policy tenant on wms_collect_row using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_collect_row as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_collect_row to lading_app;
alter table wms_quality_scheme enable row level security;
alter table wms_quality_scheme force row level security;
create policy tenant on wms_quality_scheme using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_scheme as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_scheme to lading_app;
alter table wms_quality_sample enable row level security;
alter table wms_quality_sample force row level security;
create policy tenant on wms_quality_sample using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_sample as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_sample to lading_app;
alter table wms_quality_item enable row level security;
alter table wms_quality_item force row level security;
create policy tenant on wms_quality_item using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_item as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_item to lading_app;
alter table wms_container_type enable row level security;
alter table wms_container_type force row level security;
create policy tenant on wms_container_type using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_container_type to lading_app;
alter table wms_container enable row level security;
alter table wms_container force row level security;
create policy tenant on wms_container using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_container as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_container to lading_app;
alter table wms_sys_task_config enable row level security;
alter table wms_sys_task_config force row level security;
create policy tenant on wms_sys_task_config using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on wms_sys_task_config to lading_app;
alter table wms_task_config enable row level security;
alter table wms_task_config force row level security;
create policy tenant on wms_task_config using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_task_config as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_task_config to lading_app;
alter table wms_task_rule enable row level security;
alter table wms_task_rule force row level security;
create policy tenant on wms_task_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_task_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_task_rule to lading_app;
alter table wms_check_rule enable row level security;
alter table wms_check_rule force row level security;
create policy tenant on wms_check_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_check_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_check_rule to lading_app;
alter table wms_worker enable row level security;
alter table wms_worker force row level security;
create policy tenant on wms_worker using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_worker as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_worker to lading_app;
alter table wms_worker_skill enable row level security;
alter table wms_worker_skill force row level security;
create policy tenant on wms_worker_skill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_worker_skill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_worker_skill to lading_app;
alter table wms_task enable row level security;
alter table wms_task force row level security;
create policy tenant on wms_task using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_task as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_task to lading_app;
alter table wms_order_bill enable row level security;
alter table wms_order_bill force row level security;
create policy tenant on wms_order_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_order_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_order_bill to lading_app;
alter table wms_order_bill_line enable row level security;
alter table wms_order_bill_line force row level security;
create policy tenant on wms_order_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_order_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_order_bill_line to lading_app;
alter table wms_operate_bill enable row level security;
alter table wms_operate_bill force row level security;
create policy tenant on wms_operate_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_operate_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_operate_bill to lading_app;
alter table wms_operate_bill_line enable row level security;
alter table wms_operate_bill_line force row level security;
create policy tenant on wms_operate_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_operate_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_operate_bill_line to lading_app;
alter table wms_wave_bill enable row level security;
alter table wms_wave_bill force row level security;
create policy tenant on wms_wave_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_wave_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_wave_bill to lading_app;
alter table wms_auto_rule enable row level security;
alter table wms_auto_rule force row level security;
create policy tenant on wms_auto_rule using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_auto_rule as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_auto_rule to lading_app;
alter table wms_auto_run enable row level security;
alter table wms_auto_run force row level security;
create policy tenant on wms_auto_run using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_auto_run as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_auto_run to lading_app;
alter table wms_ship_bill enable row level security;
alter table wms_ship_bill force row level security;
create policy tenant on wms_ship_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_ship_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_ship_bill to lading_app;
alter table wms_ship_stop enable row level security;
alter table wms_ship_stop force row level security;
create policy tenant on wms_ship_stop using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_ship_stop as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_ship_stop to lading_app;
alter table wms_type_change_bill enable row level security;
alter table wms_type_change_bill force row level security;
create policy tenant on wms_type_change_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_type_change_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_type_change_bill to lading_app;
alter table wms_type_change_bill_line enable row level security;
alter table wms_type_change_bill_line force row level security;
create policy tenant on wms_type_change_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_type_change_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_type_change_bill_line to lading_app;
alter table wms_attr_change_bill enable row level security;
alter table wms_attr_change_bill force row level security;
create policy tenant on wms_attr_change_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_attr_change_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_attr_change_bill to lading_app;
alter table wms_attr_change_bill_line enable row level security;
alter table wms_attr_change_bill_line force row level security;
create policy tenant on wms_attr_change_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_attr_change_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_attr_change_bill_line to lading_app;
alter table wms_pick_bin_bill enable row level security;
alter table wms_pick_bin_bill force row level security;
create policy tenant on wms_pick_bin_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_bin_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_bin_bill to lading_app;
alter table wms_pick_bin_bill_line enable row level security;
alter table wms_pick_bin_bill_line force row level security;
create policy tenant on wms_pick_bin_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_bin_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_bin_bill_line to lading_app;
alter table wms_pre_rpl_bill enable row level security;
alter table wms_pre_rpl_bill force row level security;
create policy tenant on wms_pre_rpl_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pre_rpl_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pre_rpl_bill to lading_app;
alter table wms_pre_rpl_bill_line enable row level security;
alter table wms_pre_rpl_bill_line force row level security;
create policy tenant on wms_pre_rpl_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pre_rpl_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pre_rpl_bill_line to lading_app;
alter table wms_pick_label enable row level security;
alter table wms_pick_label force row level security;
create policy tenant on wms_pick_label using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_label as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_label to lading_app;
alter table wms_pick_container enable row level security;
alter table wms_pick_container force row level security;
create policy tenant on wms_pick_container using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_container as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_container to lading_app;
alter table wms_stock_take_bill enable row level security;
alter table wms_stock_take_bill force row level security;
create policy tenant on wms_stock_take_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_take_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock_take_bill to lading_app;
alter table wms_quality_bill enable row level security;
alter table wms_quality_bill force row level security;
create policy tenant on wms_quality_bill using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_bill as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_bill to lading_app;
alter table wms_quality_bill_line enable row level security;
alter table wms_quality_bill_line force row level security;
create policy tenant on wms_quality_bill_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_bill_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_bill_line to lading_app;
alter table wms_quality_result enable row level security;
alter table wms_quality_result force row level security;
create policy tenant on wms_quality_result using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_quality_result as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_quality_result to lading_app;
alter table wms_lot enable row level security;
alter table wms_lot force row level security;
create policy tenant on wms_lot using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_lot as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_lot to lading_app;
alter table wms_lot_alarm enable row level security;
alter table wms_lot_alarm force row level security;
create policy tenant on wms_lot_alarm using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_lot_alarm as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_lot_alarm to lading_app;
alter table wms_stock enable row level security;
alter table wms_stock force row level security;
create policy tenant on wms_stock using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock to lading_app;
alter table wms_posting enable row level security;
alter table wms_posting force row level security;
create policy tenant on wms_posting using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_posting as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_posting to lading_app;
alter table wms_ledger enable row level security;
alter table wms_ledger force row level security;
create policy tenant on wms_ledger using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_ledger as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_ledger to lading_app;
alter table wms_ledger_opening enable row level security;
alter table wms_ledger_opening force row level security;
create policy tenant on wms_ledger_opening using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_ledger_opening as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_ledger_opening to lading_app;
alter table wms_ledger_month enable row level security;
alter table wms_ledger_month force row level security;
create policy tenant on wms_ledger_month using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_ledger_month as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_ledger_month to lading_app;
alter table wms_reservation enable row level security;
alter table wms_reservation force row level security;
create policy tenant on wms_reservation using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_reservation as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_reservation to lading_app;
alter table wms_promise_move enable row level security;
alter table wms_promise_move force row level security;
create policy tenant on wms_promise_move using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_promise_move as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_promise_move to lading_app;
alter table wms_bin_claim enable row level security;
alter table wms_bin_claim force row level security;
create policy tenant on wms_bin_claim using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_bin_claim as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_bin_claim to lading_app;
alter table wms_reconcile_hit enable row level security;
alter table wms_reconcile_hit force row level security;
create policy tenant on wms_reconcile_hit using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_reconcile_hit as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_reconcile_hit to lading_app;
alter table wms_task_line enable row level security;
alter table wms_task_line force row level security;
create policy tenant on wms_task_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_task_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_task_line to lading_app;
alter table wms_task_log enable row level security;
alter table wms_task_log force row level security;
create policy tenant on wms_task_log using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_task_log as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_task_log to lading_app;
alter table wms_pick_diff enable row level security;
alter table wms_pick_diff force row level security;
create policy tenant on wms_pick_diff using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_diff as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_diff to lading_app;
alter table wms_bill_link enable row level security;
alter table wms_bill_link force row level security;
create policy tenant on wms_bill_link using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_bill_link as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_bill_link to lading_app;
alter table wms_stock_take_bin enable row level security;
alter table wms_stock_take_bin force row level security;
create policy tenant on wms_stock_take_bin using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_take_bin as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_stock_take_bin to lading_app;
alter table wms_stock_count enable row level security;
alter table wms_stock_count force row level security;
create policy tenant on wms_stock_count using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_stock_count as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_stock_count to lading_app;
alter table wms_container_check enable row level security;
alter table wms_container_check force row level security;
create policy tenant on wms_container_check using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_container_check as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_container_check to lading_app;
alter table wms_check_count enable row level security;
alter table wms_check_count force row level security;
create policy tenant on wms_check_count using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_check_count as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert on wms_check_count to lading_app;
alter table wms_pick_container_line enable row level security;
alter table wms_pick_container_line force row level security;
create policy tenant on wms_pick_container_line using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_pick_container_line as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_pick_container_line to lading_app;
alter table wms_worker_day enable row level security;
alter table wms_worker_day force row level security;
create policy tenant on wms_worker_day using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy org on wms_worker_day as restrictive using (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)) with check (((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true));
grant select, insert, update, delete on wms_worker_day to lading_app;
