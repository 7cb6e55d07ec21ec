{{- define "keysheet.labels" -}}
app.kubernetes.io/name: keysheet
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "keysheet.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* A setting is text, whatever YAML makes of it: True stays True. */}}
{{- define "keysheet.environment" -}}
{{- $given := merge (dict) .root.Values.settings (dict "KEYSHEET_MODE" "production" "KEYSHEET_BEHIND_PROXY" "True" "LOG_FORMAT" "json") }}
{{- range $name, $value := $given }}
- name: {{ $name }}
  value: {{ if kindIs "bool" $value }}{{ ternary "True" "False" $value | quote }}{{ else if kindIs "float64" $value }}{{ if eq $value (floor $value) }}{{ printf "%.0f" $value | quote }}{{ else }}{{ $value | quote }}{{ end }}{{ else }}{{ $value | quote }}{{ end }}
{{- end }}
{{- if .pool }}
- name: KEYSHEET_DATABASE_POOL
  value: {{ .pool | quote }}
{{- end }}
{{- end }}

{{/* The pod of each part: not root, nothing to write to but /tmp, no way to the cluster's API. */}}
{{- define "keysheet.pod" -}}
automountServiceAccountToken: false
serviceAccountName: {{ .account | default .root.Release.Name }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: {type: RuntimeDefault}
volumes:
  - name: tmp
    emptyDir: {}
containers:
  - name: {{ .part }}
    image: {{ include "keysheet.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    command: {{ .command | toJson }}
    env:
      {{- include "keysheet.environment" . | nindent 6 }}
    envFrom:
      - secretRef: {name: {{ .root.Values.secretName | quote }}}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: {drop: ["ALL"]}
    volumeMounts:
      - {name: tmp, mountPath: /tmp}
    {{- with .resources }}
    resources:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- if .port }}
    ports:
      - {name: http, containerPort: {{ .port }}}
    # Requests that are on their way when the pod ends still arrive.
    lifecycle:
      preStop: {sleep: {seconds: 5}}
    {{- $host := first (splitList "," .root.Values.settings.ALLOWED_HOSTS) | trim }}
    startupProbe:
      httpGet: &alive
        path: /livez
        port: http
        httpHeaders: [{name: Host, value: {{ $host | quote }}}]
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: *alive
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet:
        path: /healthz
        port: http
        httpHeaders: [{name: Host, value: {{ $host | quote }}}]
      periodSeconds: 5
      timeoutSeconds: 5
    {{- end }}
{{- end }}

{{- define "keysheet.deployment" }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  labels:
    {{- include "keysheet.labels" . | nindent 4 }}
spec:
  replicas: {{ .replicas }}
  selector:
    matchLabels:
      {{- include "keysheet.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "keysheet.labels" . | nindent 8 }}
    spec:
      terminationGracePeriodSeconds: {{ .grace }}
      {{- include "keysheet.pod" . | nindent 6 }}
{{- end }}
