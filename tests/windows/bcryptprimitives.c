/* Random numbers for programs of Rust under Wine 8, which lacks this library. Wine 9 and later, and
   every Windows, have their own. */

#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    while (size > 0) {
        /* The function below takes lengths of 32 bits. */
        ULONG part = size < MAXLONG ? (ULONG)size : MAXLONG;
        if (!RtlGenRandom(data, part)) return FALSE;
        data += part;
        size -= part;
    }
    return TRUE;
}
