#include "CPost.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct vf_post {
  CURL *curl;
  struct curl_slist *headers;
  char *answer;
  size_t capacity;
  size_t length;
};

// What does not fit is passed over, not refused: the status still counts.
static size_t take(char *data, size_t size, size_t count, void *context) {
  vf_post *post = context;
  size_t offered = size * count;
  size_t room = post->capacity - post->length;
  size_t taken = offered < room ? offered : room;
  memcpy(post->answer + post->length, data, taken);
  post->length += taken;
  return offered;
}

vf_post *vf_post_open(
  const char *url, const char *certificates, const char *certificate, const char *key, long milliseconds
) {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return NULL;
  vf_post *post = calloc(1, sizeof *post);
  if (!post) return NULL;
  CURL *curl = post->curl = curl_easy_init();
  if (!curl) {
    free(post);
    return NULL;
  }
  curl_easy_setopt(curl, CURLOPT_URL, url);
  // Whatever the address says, only these are spoken.
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "viewfinder");
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, post);
  if (certificates) curl_easy_setopt(curl, CURLOPT_CAINFO, certificates);
  if (certificate) curl_easy_setopt(curl, CURLOPT_SSLCERT, certificate);
  if (key) curl_easy_setopt(curl, CURLOPT_SSLKEY, key);
  return post;
}

int vf_post_add_header(vf_post *post, const char *line) {
  struct curl_slist *longer = curl_slist_append(post->headers, line);
  if (!longer) return -1;
  post->headers = longer;
  return 0;
}

int vf_post_send(
  vf_post *post, const char *key, const char *signature, const void *body, size_t length, long *status, char *answer,
  size_t capacity, size_t *answer_length, char *trouble
) {
  // The headers of every request stand behind those of this request, which alone are let go.
  struct curl_slist *first = curl_slist_append(NULL, key);
  struct curl_slist *last = first;
  if (first && signature) {
    curl_slist_append(first, signature);
    last = first->next;
  }
  if (!last) {
    curl_slist_free_all(first);
    strcpy(trouble, "no memory");
    return CURLE_OUT_OF_MEMORY;
  }
  last->next = post->headers;
  post->answer = answer;
  post->capacity = capacity;
  post->length = 0;
  trouble[0] = 0;
  curl_easy_setopt(post->curl, CURLOPT_HTTPHEADER, first);
  curl_easy_setopt(post->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  curl_easy_setopt(post->curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(post->curl, CURLOPT_ERRORBUFFER, trouble);
  CURLcode code = curl_easy_perform(post->curl);
  if (code == CURLE_OK) curl_easy_getinfo(post->curl, CURLINFO_RESPONSE_CODE, status);
  if (code != CURLE_OK && !trouble[0]) strncat(trouble, curl_easy_strerror(code), CURL_ERROR_SIZE - 1);
  *answer_length = post->length;
  curl_easy_setopt(post->curl, CURLOPT_ERRORBUFFER, NULL);
  curl_easy_setopt(post->curl, CURLOPT_HTTPHEADER, NULL);
  last->next = NULL;
  curl_slist_free_all(first);
  return code;
}

void vf_post_close(vf_post *post) {
  curl_easy_cleanup(post->curl);
  curl_slist_free_all(post->headers);
  free(post);
}
